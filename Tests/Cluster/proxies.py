"""What HAProxy and nginx do with requests, by their files. Behind them are stubs that say what arrived."""

import base64
import hashlib
import http.server
import itertools
import json
import ssl
import threading
import time

from clients import Client
from fronts import HAProxy, Nginx
from machines import APPS, HOST, HTTP_PORT, Machines
from wire import WebSocket


class Stub(http.server.ThreadingHTTPServer):
    """A node that answers with what it received."""

    daemon_threads = True

    def __init__(self, name):
        super().__init__((APPS[name], 8080), StubHandler)
        self.name, self.breaks_off = name, False
        self.failing_check = None
        self.received, self.next_event = [], threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """Connections that the proxy closes are no errors."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class StubHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path in ("/readyz", "/healthz"):
            return self.answer(503 if self.path == self.server.failing_check else 200, {})
        self.server.received.append(self.path)
        if self.server.breaks_off:
            self.close_connection = True
        elif self.headers.get("Upgrade") == "websocket":
            self.echo_frames()
        elif self.path.endswith("/events"):
            self.send_events()
        else:
            length = len(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            self.answer(200, {"node": self.server.name, "headers": dict(self.headers.items()), "length": length})

    do_POST = do_GET

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_events(self):
        """One at once, another when the client has the first."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"data: 1\n\n")
        self.server.next_event.wait(10)
        self.wfile.write(b"data: 2\n\n")
        self.close_connection = True

    def echo_frames(self):
        """The handshake, then what comes is sent back as it is."""
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.wfile.write(self.rfile.read1(100))
        self.close_connection = True

    def log_message(self, *_):
        pass


def requests_through_the_proxies(program):
    for proxy in (HAProxy, Nginx):
        with Machines(program) as machines, Stub("app1") as first, Stub("app2") as second:
            running = proxy(machines)
            stubs = [first, second]
            client = Client(machines.certificate[0])
            # HAProxy takes nodes for ready until its first checks have failed, and nginx does not check.
            time.sleep(3)
            for check in (forwarded_headers, private_paths, redirect, http2, large_body, stickiness, events, websocket,
                          broken_requests):
                for what, expected, observed, holds in check(client, stubs):
                    yield f"{running.name}: {what}", expected, observed, holds
            if proxy is HAProxy:
                yield from readiness(client, stubs)


def forwarded_headers(client, _):
    forged = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", "X-Forwarded-Host": "evil.test"}
    headers = client.call("GET", "/", headers=forged, source="127.0.7.1").json["headers"]
    seen = {name.lower(): value for name, value in headers.items()}
    kept = [seen.get("x-forwarded-for"), seen.get("forwarded"), seen.get("x-forwarded-host"), seen.get("host")]
    yield "forged forwarding headers", "the client's address alone", kept, kept == ["127.0.7.1", None, None, HOST]


def private_paths(client, stubs):
    paths = ["/metrics", "/%6Detrics", "/metrics/x", "/readyz", "/read%79z"]
    statuses = [client.call("GET", path).status for path in paths]
    reached = [path for stub in stubs for path in stub.received if path in paths]
    yield "metrics and readiness from outside", "404", statuses, statuses == [404] * len(paths) and not reached


def redirect(client, _):
    reply = client.call_plainly("/booths?a=1", HTTP_PORT)
    yield ("http:// is redirected", f"308 https://{HOST}/booths?a=1", f"{reply.status} {reply.headers.get('location')}",
           (reply.status, reply.headers.get("location")) == (308, f"https://{HOST}/booths?a=1"))


def http2(client, _):
    with client.connect(protocols=["h2"]) as connection:
        chosen = [connection.selected_alpn_protocol(), connection.version()]
        yield "HTTP/2", "h2 over TLS 1.3", chosen, chosen == ["h2", "TLSv1.3"]
    old = ssl.create_default_context(cafile=client.certificate)
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    old.set_ciphers("DEFAULT@SECLEVEL=0")
    try:
        client.connect(context=old).close()
        yield "TLS 1.1", "no connection", "a connection", False
    except ssl.SSLError as error:
        # Said by the proxy, not by this side.
        yield "TLS 1.1", "no connection", error.reason, error.reason == "TLSV1_ALERT_PROTOCOL_VERSION"


def large_body(client, _):
    reply = client.call("POST", "/api/imports", body=bytes(64 << 20))
    length = (reply.json or {}).get("length")
    yield "a body of 64 MiB", "it arrives", f"{reply.status}, {length} bytes", length == 64 << 20


def stickiness(client, _):
    path = "/socket.io/?EIO=4&transport=polling&sid=x"
    addresses = [f"127.0.8.{number}" for number in range(1, 21)]

    def node(address, headers=None):
        return client.call("GET", path, headers=headers, source=address).json["node"]

    nodes = {address: {node(address) for _ in range(4)} for address in addresses}
    moved = [address for address, visited in nodes.items() if len(visited) > 1]
    used = set().union(*nodes.values())
    yield ("Socket.IO from 20 addresses", "one node each, both in use", f"{len(moved)} moved, {sorted(used)} in use",
           not moved and used == set(APPS))
    reply = client.call("GET", path, source="127.0.8.1")
    if cookie := reply.headers.get("set-cookie", "").split(";")[0]:
        others = {node(address, {"Cookie": cookie}) for address in addresses}
        yield "a Socket.IO client whose address changes", "its cookie keeps its node", sorted(others), (
            others == {reply.json["node"]})


def events(client, stubs):
    for stub in stubs:
        stub.next_event.clear()
    with client.connection() as connection:
        connection.send("GET", "/api/channels/7/events")
        connection.head()
        first = received_until(b"data: 1\n\n", connection)
        for stub in stubs:
            stub.next_event.set()
        both = received_until(b"data: 2\n\n", connection)
        yield ("an event stream", "events come one by one", [first, both],
               b"data: 2" not in first and b"data: 2\n\n" in both)


def received_until(part, connection):
    """What is received up to some bytes, with or without the frame of chunks."""
    while part not in connection.pending and (received := connection.receive()):
        connection.pending += received
    return connection.pending


def websocket(client, _):
    with WebSocket(None, "/api/realtime", connection=client.connection()) as socket:
        # Bytes without a frame, which the stub sends back.
        socket.connection.socket.sendall(b"hello")
        echo = socket.connection.take(5)
        yield ("a WebSocket", "101, then frames", f"{socket.status}, {len(echo)} bytes",
               (socket.status, len(echo)) == (101, 5))


def broken_requests(client, stubs):
    """A node breaks off each request that it gets: which are sent again, to the other one."""
    for method, sent in (("GET", "again, to the other node"), ("POST", "never again")):
        stubs[0].breaks_off = True
        for number in itertools.count():
            path = f"/broken/{method}/{number}"
            reply = client.call(method, path, body=b"x" if method == "POST" else b"")
            if path in stubs[0].received:
                break
        stubs[0].breaks_off = False
        repeated = path in stubs[1].received
        expected = method == "GET"
        yield (f"a node breaks off a {method}", f"sent {sent}",
               f"{reply.status}, {'sent again' if repeated else 'not sent again'}",
               repeated == expected and (reply.status == 200) == expected)
        # nginx leaves the node out for a while.
        time.sleep(6)


def readiness(client, stubs):
    for check in ("/readyz", "/healthz"):
        stubs[0].failing_check = check
        time.sleep(4)
        used = {client.call("GET", "/").json["node"] for _ in range(10)}
        yield f"HAProxy: {check} of a node is 503", "it gets no request", sorted(used), used == {"app2"}
    stubs[1].failing_check = "/healthz"
    time.sleep(4)
    reply = client.call("GET", "/api/booths/near")
    yield "HAProxy: that of all nodes is 503", "a living one is asked", f"{reply.status}", reply.status == 200
