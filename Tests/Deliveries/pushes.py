"""Kills the server while it hands notices to a push service, which speaks the protocol over TLS:
sudo python3 Tests/Deliveries/pushes.py --program fourcuts --kills 200

The push service decrypts what it gets with http-ece and verifies who sent it with py-vapid, as a browser and a
browser's maker would. Exit code 1 if a notice is missing, came as several, or cannot be read. Runs in its own network
and mount namespaces: nothing leaves this machine.
"""

import argparse
import base64
import collections
import datetime
import http.server
import ipaddress
import itertools
import json
import os
import pathlib
import random
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02

from server import ROOT, Server, call

HOST = "push.example"
# Of the Internet, as far as the server can tell (RFC 5737 keeps it for documentation).
ADDRESS = "203.0.113.9"
PEOPLE = 20
# How long a subscription is leased by a server that was killed, and some time to send then.
LAST_LEASE = 200


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """The keys of a subscription."""

    def __init__(self, number):
        self.path = f"/send/{number}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def subscription(self):
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": f"https://{HOST}{self.path}", "p256dh": base64url(point), "auth": base64url(self.secret),
                "language": "ko"}

    def read(self, message):
        return json.loads(http_ece.decrypt(message, private_key=self.key, auth_secret=self.secret))


class PushService(http.server.ThreadingHTTPServer):
    """Accepts messages, each after a moment in which the server may be killed."""

    daemon_threads = True

    def __init__(self, browsers, numbers, certificate):
        super().__init__((ADDRESS, 443), Request)
        self.browsers = {browser.path: browser for browser in browsers}
        self.numbers, self.complaints = numbers, []
        # The notices of each browser, by what they are about, with how often each came.
        self.received = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def take(self, path, headers, message):
        time.sleep(self.numbers.uniform(0, 0.02))
        try:
            self.verify(headers)
            notice = self.browsers[path].read(message)["notice"]
            if notice["id"] != headers["Topic"]:
                raise ValueError(f"the topic {headers['Topic']} is not the notice {notice['id']}")
            self.received[path][notice["post"]][notice["id"]] += 1
        except Exception as failure:
            self.complaints.append(f"{type(failure).__name__}: {failure}")

    def verify(self, headers):
        if headers["Content-Encoding"] != "aes128gcm" or not 0 < int(headers["TTL"]) <= 2_419_200:
            raise ValueError(f"unusual headers: {dict(headers)}")
        # RFC 8292 writes a blank after the comma, which py-vapid does not read.
        if not Vapid02.verify(headers["Authorization"].replace(", ", ",")):
            raise ValueError("the signature is wrong")
        claims = headers["Authorization"].split("t=")[1].split(",")[0].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        if claims["aud"] != f"https://{HOST}" or not 0 < claims["exp"] - time.time() <= 86_400 or not claims["sub"]:
            raise ValueError(f"the claims are wrong: {claims}")

    def handle_error(self, request, client_address):
        """Connections of a killed server end in the middle."""


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.server.take(self.path, self.headers, self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def make_certificate(folder):
    """A certificate for the push service, and one that vouches for it; both with keys in files."""
    now = datetime.datetime.now(datetime.timezone.utc)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    names = x509.SubjectAlternativeName([x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address(ADDRESS))])
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1)).add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256()))
    text = made.public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    pathlib.Path(folder, "trusted.pem").write_bytes(text)
    pathlib.Path(folder, "push.pem").write_bytes(secret + text)
    return f"{folder}/push.pem"


def isolate(folder):
    """Has this network lead the push service's name to itself, and its certificate be trusted."""
    pathlib.Path(folder, "hosts").write_text(f"127.0.0.1 localhost\n{ADDRESS} {HOST}\n")
    for command in [
        ["mount", "--make-rprivate", "/"],
        ["mount", "--bind", f"{folder}/hosts", "/etc/hosts"],
        ["mount", "--bind", f"{folder}/trusted.pem", "/etc/ssl/certs/ca-certificates.crt"],
        ["ip", "link", "set", "lo", "up"], ["ip", "address", "add", f"{ADDRESS}/32", "dev", "lo"],
    ]:
        subprocess.run(command, check=True)


def sources():
    """Addresses of this machine, each another network for the limits."""
    return (f"127.{a}.{b}.{c}" for a, b, c in itertools.product(range(1, 255), repeat=3))


class People:
    """Members with posts and browsers, and one who likes their posts."""

    def __init__(self, server, browsers):
        networks = sources()
        self.tokens = [self.sign_up(server, f"person{number}", networks) for number in range(len(browsers))]
        self.fan = self.sign_up(server, "fan", networks)
        for token, browser in zip(self.tokens, browsers):
            self.ask(server, "PUT", "/api/me/push", browser.subscription, token)

    def sign_up(self, server, name, networks):
        return server.sign_up(name, next(networks)).json["tokens"]["access_token"]

    def ask(self, server, method, path, document, token):
        reply = call(server.port, method, path, document, token)
        if reply.status >= 300:
            raise RuntimeError(f"{method} {path} gave {reply.status}: {reply.body[:200]}")
        return reply.json

    def post(self, server, number):
        return self.ask(server, "POST", "/api/posts", {"kind": "feed", "text": "네컷"}, self.tokens[number])["id"]

    def like(self, server, post):
        """Whether it was acknowledged."""
        try:
            return call(server.port, "PUT", f"/api/posts/{post}/like", token=self.fan).status == 200
        except (OSError, EOFError):
            return False


def run(program, kills, numbers):
    """Whether each acknowledged like was told, as one notice."""
    browsers = [Browser(number) for number in range(PEOPLE)]
    with tempfile.TemporaryDirectory(prefix="fourcuts-push-") as folder:
        certificate = make_certificate(folder)
        isolate(folder)
        service = PushService(browsers, numbers, certificate)
        server = Server(program, folder)
        server.start()
        people = People(server, browsers)
        posts = [(browsers[number % PEOPLE].path, people.post(server, number % PEOPLE)) for number in range(kills)]
        expected = set()
        for path, post in posts:
            if people.like(server, post):
                expected.add((path, post))
            time.sleep(numbers.uniform(0, 0.04))
            server.end(signal.SIGKILL)
            server.start()
        end = time.monotonic() + LAST_LEASE
        while missing(expected, service) and time.monotonic() < end:
            time.sleep(1)
        server.end()
        lost = missing(expected, service)
    for complaint in sorted(set(service.complaints)):
        print(complaint)
    told = [ids for posts in service.received.values() for ids in posts.values()]
    others = sum(len(ids) > 1 for ids in told)
    print(f"{kills} kills, {len(expected)} likes acknowledged: {len(lost)} not told, {others} told as several notices, "
          f"{sum(count > 1 for ids in told for count in ids.values())} sent again in the same place, "
          f"{len(service.complaints)} messages refused")
    return not lost and not others and not service.complaints


def missing(expected, service):
    return [(path, post) for path, post in expected if post not in service.received[path]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/fourcuts"))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20261129)
    parser.add_argument("--isolated", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.isolated:
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.argv, "--isolated"])
    return 0 if run(options.program, options.kills, random.Random(options.seed)) else 1


if __name__ == "__main__":
    sys.exit(main())
