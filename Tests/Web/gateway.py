"""The payment gateway that is played, and a library for browsers that pays there."""

import http.server
import json
import re
import shlex
import subprocess
import threading
import urllib.request

from service import PROGRAM


class Sandbox:
    """The program that plays the gateway; it stands beside the other."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM + "-sandbox-pg", "--port", "0"], stdout=subprocess.PIPE, text=True)
        greeting = []
        while not greeting or "Ctrl-C" not in greeting[-1]:
            greeting.append(self.process.stdout.readline())
        text = "".join(greeting)
        self.url = re.search(r"gateway at (http\S+)", text).group(1)
        # What it says to start the server with.
        self.options = shlex.split(re.search(r"fourcuts serve (.*)", text).group(1))

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.url + path, None if body is None else json.dumps(body).encode(),
            method=method)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    def pay(self, order, api="v2", **more):
        return self.ask("POST", "/sandbox/payments", {
            "api": api, "reference": order["reference"], "amount": order["amount"], **more})

    def behave(self, **manner):
        """How it answers from now on; as usual without anything said."""
        self.ask("PUT", "/sandbox/behaviour", manner)

    def asked(self, operation):
        return self.ask("GET", "/sandbox/requests")[operation]

    def payments(self, order):
        return [payment for payment in self.ask("GET", "/sandbox/payments")["payments"]
                if payment["reference"] == order["reference"]]


# What stands for the gateway's own library: it notes what it was given, and does what the test has chosen.
LIBRARY = """
const own = new URL(document.currentScript.src).origin;
async function shown(interface, given, target) {
  const answer = await fetch(own + '/' + interface, { method: 'POST', body: JSON.stringify(given) });
  const manner = await answer.text();
  if (manner === 'refuses') throw new Error('no window');
  if (manner === 'leads') {
    location.href = target + '?paymentId=forged&imp_success=true';
    return new Promise(() => {});
  }
  return { code: 'whatever', imp_success: false };
}
window.PortOne = { requestPayment: (given) => shown('v2', given, given.redirectUrl) };
let code = '';
window.IMP = {
  init(own) { code = own; },
  request_pay(given, done) { shown('v1', { ...given, code }, given.m_redirect_url).then(done); },
};
"""


class WithSandbox:
    """Has the server of a class of tests take payments by a gateway that is started for it."""

    @classmethod
    def options(cls):
        cls.sandbox = Sandbox()
        cls.addClassCleanup(cls.sandbox.end)
        return cls.sandbox.options


class Library:
    """Serves a library for browsers that pays at a sandbox."""

    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.given = []
        self.manner = "answers"
        self.is_there = True
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.url = f"http://127.0.0.1:{self.server.server_port}/sdk.js"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()

    def handler(self):
        library = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(200 if library.is_there else 404, LIBRARY if library.is_there else "", "text/javascript")

            def do_POST(self):
                given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                library.given.append(given)
                if library.manner in ("answers", "leads"):
                    api = self.path.strip("/")
                    library.sandbox.pay({
                        "reference": given.get("paymentId") or given["merchant_uid"],
                        "amount": given.get("totalAmount") or given["amount"]}, api)
                self.answer(200, library.manner, "text/plain")

            def answer(self, status, text, content_type):
                self.send_response(status)
                self.send_header("Content-Type", content_type)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_):
                pass

        return Handler
