"""What is attacked: a server of a release build on a data folder of its own, the gateway that it asks, its people."""

import itertools
import os
import pathlib
import re
import subprocess
import tempfile
import time
import uuid

from wire import ask, call

ROOT = pathlib.Path(__file__).resolve().parents[2]
PASSWORD = "Four-cuts-at-9pm!"
KEYS = {"lslp-v0": "attack-v0", "lslp-v1": "attack-v1", "slp": "attack-slp"}
# Everything but a loopback address without one is a server for strangers.
PUBLIC = ["--public-url", "https://booths.test"]
OLD_CLIENTS = [word for contract, key in KEYS.items() for word in ("--app", f"{key}={contract}")]

numbers = itertools.count(1)


class Process:
    """A program that listens, until it is ended."""

    program = ""
    suffix = ""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="fourcuts-attack-")
        self.errors = open(pathlib.Path(self.folder.name) / "errors.txt", "w+")
        self.process = subprocess.Popen(
            [self.program + self.suffix, *arguments, "--port", "0"], stdout=subprocess.PIPE, stderr=self.errors,
            text=True, cwd=self.folder.name, env=clean_environment(self.folder.name))
        self.greeting = self.read_greeting()
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)", self.greeting).group(1))

    def read_greeting(self):
        lines = []
        while line := self.process.stdout.readline():
            lines.append(line)
            if re.search(r"Ctrl-C ends", line):
                return "".join(lines)
        self.errors.seek(0)
        raise RuntimeError(f"The program did not start: {self.errors.read().strip() or ''.join(lines)}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.close()
        self.folder.cleanup()

    def resident(self):
        """Bytes of memory."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) * 1024

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def bytes_read(self):
        """By system calls, from files and sockets."""
        return int(re.search(r"rchar: (\d+)", pathlib.Path(f"/proc/{self.process.pid}/io").read_text()).group(1))

    @classmethod
    def result(cls, *arguments):
        """Exit code and errors of a command that is expected to end."""
        with tempfile.TemporaryDirectory(prefix="fourcuts-attack-") as folder:
            process = subprocess.Popen(
                [cls.program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder,
                env=clean_environment(folder))
            try:
                _, errors = process.communicate(timeout=5)
                return process.returncode, errors.strip()
            except subprocess.TimeoutExpired:
                process.terminate()
                process.communicate()
                return None, "it went on"


def clean_environment(folder):
    """Nothing that is set for another server."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FOURCUTS_")}
    return {**kept, "FOURCUTS_DATA_DIR": f"{folder}/data", "FOURCUTS_RATE_LIMIT": "off", "NO_COLOR": "1"}


class Server(Process):
    def __init__(self, *options):
        super().__init__("serve", *options)

    def call(self, method, path, document=None, token=None, headers=None, source="127.0.0.1"):
        return call(self.port, method, path, document, token, headers, source)

    def old(self, contract, method, path, document=None, token=None, source="127.0.0.1"):
        """A request of an old client: its key, and its token as it is."""
        headers = {"SesacKey": KEYS[contract], **({"Authorization": token} if token else {})}
        return call(self.port, method, path, document, None, headers, source)

    def form(self, path, fields, files=(), token=None, headers=None, method="POST"):
        """A request with a form: texts by name, and files as (name, type, bytes)."""
        boundary = uuid.uuid4().hex
        body = b"".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items())
        for name, kind, content in files:
            head = (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="a"\r\n'
                    f'Content-Type: {kind}\r\n\r\n')
            body += head.encode() + content + b"\r\n"
        body += f"--{boundary}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", **(headers or {})}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return ask(self.port, method, path, headers, body)


class Person:
    """Somebody with an account, logged in natively."""

    def __init__(self, server, email=None, name=None):
        number = next(numbers)
        self.server = server
        self.email = email or f"person{number}@example.com"
        self.name = name or f"person{number}"
        reply = server.call("POST", "/api/accounts", {
            "email": self.email, "password": PASSWORD, "nickname": self.name})
        if reply.status != 201:
            raise RuntimeError(f"Signing up gave {reply.status}: {reply.body[:200]}")
        self.id = reply.json["account"]["id"]
        self.token = reply.json["tokens"]["access_token"]

    def call(self, method, path, document=None):
        return self.server.call(method, path, document, self.token)

    def items(self, path):
        """The items of a list."""
        return self.call("GET", path).json["items"]

    def made(self, path, document):
        """Makes something; its document."""
        reply = self.call("POST", path, document)
        if reply.status not in (200, 201):
            raise RuntimeError(f"POST {path} gave {reply.status}: {reply.body[:200]}")
        return reply.json


class OldPerson:
    """Somebody with an account made by a client of SLP."""

    def __init__(self, server):
        number = next(numbers)
        self.server = server
        self.email, self.name = f"old{number}@example.com", f"old{number}"
        server.old("slp", "POST", "/v1/users/join", {
            "email": self.email, "password": PASSWORD, "nickname": self.name})
        reply = server.old("slp", "POST", "/v2/users/login", {"email": self.email, "password": PASSWORD})
        if reply.status != 200:
            raise RuntimeError(f"Logging in gave {reply.status}: {reply.body[:200]}")
        self.token = reply.json["token"]["accessToken"]
        # The same person natively, for what the old contract cannot do.
        session = server.call("POST", "/api/sessions", {"email": self.email, "password": PASSWORD}).json
        self.id, self.native = session["account"]["id"], session["tokens"]["access_token"]

    def call(self, method, path, document=None):
        return self.server.old("slp", method, path, document, self.token)


class Gateway(Process):
    """The payment gateway that is played, by a program beside the other."""

    suffix = "-sandbox-pg"

    @property
    def options(self):
        """With what a server asks it."""
        words = next(line for line in self.greeting.splitlines() if "--portone-url" in line).split()
        return words[words.index(next(word for word in words if word.startswith("--"))):]

    def pay(self, amount):
        """Pays as the customer of an old client does; the gateway's number of the payment."""
        reply = call(self.port, "POST", "/sandbox/payments", {
            "api": "v1", "reference": f"ios_{next(numbers)}", "amount": amount})
        return reply.json["transaction"]

    def behave(self, **how):
        call(self.port, "PUT", "/sandbox/behaviour", how)


def until(condition, seconds):
    """Whether something comes to hold within some time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False
