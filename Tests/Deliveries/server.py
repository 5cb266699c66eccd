"""The server under test, on one folder that survives it."""

import os
import re
import signal
import subprocess
import sys
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Attack"))

from wire import call  # noqa: E402

PASSWORD = "Four-cuts-at-9pm!"


class Server:
    def __init__(self, program, folder, *options):
        self.command = [
            program, "serve", "--port", "0", "--rate-limit", "off", "--public-url", "https://booths.example", *options]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FOURCUTS_")}
        self.environment = {**kept, "FOURCUTS_DATA_DIR": f"{folder}/data"}
        self.errors = open(f"{folder}/errors.txt", "a+")

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=self.environment)
        while line := self.process.stdout.readline():
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                return
        self.errors.seek(0)
        raise RuntimeError(f"The server did not start: {self.errors.read()[-500:]}")

    def end(self, signal_number=signal.SIGTERM):
        self.process.send_signal(signal_number)
        self.process.wait(timeout=60)
        self.process.stdout.close()

    def sign_up(self, name, source):
        return call(self.port, "POST", "/api/accounts", {
            "email": f"{name}@example.com", "password": PASSWORD, "nickname": name, "language": "en"}, source=source)
