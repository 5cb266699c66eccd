"""The machines of the article Deployment, each an address of the loopback of this one.

Their programs run from the files that `fourcuts deploy print` gives, with addresses, paths and users replaced.
"""

import contextlib
import http.client
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOST = "booths.example"
# By the addresses in the files.
ADDRESSES = {"10.0.0.11": "127.0.1.11", "10.0.0.12": "127.0.1.12", "10.0.0.21": "127.0.1.21", "10.0.0.22": "127.0.1.22"}
APPS = {"app1": "127.0.1.11", "app2": "127.0.1.12"}
DATABASES = {"db1": "127.0.1.21", "db2": "127.0.1.22"}
PROXY, HTTPS_PORT, HTTP_PORT = "127.0.1.10", 18443, 18080
PASSWORD = "CHANGE-ME-database"


class Machines:
    """The temporary directory, the certificate, and all processes, which end with it."""

    def __init__(self, program):
        self.program = program
        # PostgreSQL refuses to run as root, and none of the others needs to.
        self.user = "postgres" if os.getuid() == 0 else None
        self.processes, self.cleanups = [], []

    def __enter__(self):
        # Short, because a socket's path has at most 107 bytes.
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="4c-", dir="/tmp"))
        self.directory.chmod(0o755)
        self.certificate = self.make_certificate()
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.kill()
        for clean_up in self.cleanups:
            clean_up()
        shutil.rmtree(self.directory, ignore_errors=True)

    def make_certificate(self):
        """Paths of the certificate, of the key, and of a file with both."""
        certificate, key, both = (self.directory / name for name in ("certificate.pem", "key.pem", "both.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", key, "-out", certificate, "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"],
            check=True, capture_output=True)
        both.write_bytes(certificate.read_bytes() + key.read_bytes())
        for file in (certificate, key, both):
            self.give(file)
            file.chmod(0o600)
        return certificate, key, both

    def give(self, path):
        """Makes a path the user's own."""
        if self.user:
            shutil.chown(path, self.user, self.user)

    def make_directory(self, name):
        path = self.directory / name
        path.mkdir(mode=0o700)
        self.give(path)
        return path

    def deployment_file(self, name, replacements):
        """A printed file with placeholders replaced. Each must occur, so that none is forgotten when a file changes."""
        text = subprocess.run(
            [self.program, "deploy", "print", name], check=True, capture_output=True, text=True).stdout
        for placeholder, value in replacements.items():
            if placeholder not in text:
                raise RuntimeError(f"The file {name} has no {placeholder!r}.")
            text = text.replace(placeholder, str(value))
        for address, here in ADDRESSES.items():
            text = text.replace(address, here)
        return text

    def write(self, path, text):
        path.write_text(text)
        self.give(path)
        path.chmod(0o600)
        return path

    def start(self, name, command, environment=None):
        process = Process(name, command, self.directory / f"{name}.log", self.user, environment)
        self.processes.append(process)
        return process


class Process:
    """A program that runs until it is killed. Its output is in a file."""

    def __init__(self, name, command, log, user, environment):
        self.name, self.log = name, log
        switch = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("FOURCUTS_", "PG", "ETCD_"))}
        # The home of root has files of psql and libpq that others cannot read.
        kept |= {"LC_ALL": "C.UTF-8", "HOME": str(log.parent)}
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                [*switch, *map(str, command)], stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=log.parent,
                start_new_session=True, env={**kept, **(environment or {})})

    def kill(self):
        """Without a chance to clean up, with all that it started."""
        if self.process.poll() is None:
            kill_all(descendants(self.process.pid))
            self.process.wait()

    def wait_until(self, condition, seconds, what):
        """Waits for a condition; a process that ended, or too long a time, is an error with the end of its output."""
        end = time.monotonic() + seconds
        while not condition():
            if self.process.poll() is not None or time.monotonic() > end:
                output = self.log.read_text(errors="replace")[-2000:]
                raise RuntimeError(f"{self.name}: no {what} within {seconds} s.\n{output}")
            time.sleep(0.1)


def descendants(pid):
    """A process and all below it, parents first."""
    children = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for process in found:
        found += children.get(process, [])
    return found


def kill_all(processes):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def accepts(address, port):
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex((address, port)) == 0


def status(address, port, path):
    """The status and the text of a page; 0 if there is no answer."""
    connection = http.client.HTTPConnection(address, port, timeout=2)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    except (OSError, http.client.HTTPException):
        return 0, ""
    finally:
        connection.close()


def settings_of(text):
    """The variables of an environment file."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)
