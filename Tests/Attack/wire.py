"""HTTP and WebSocket by hand over sockets: what attackers send is not what a library would."""

import base64
import json
import os
import socket
import struct

TIMEOUT = 30


class Reply:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self):
        try:
            return json.loads(self.body or b"null")
        except ValueError:
            return None

    @property
    def code(self):
        """The code of a problem, or an old contract's."""
        document = self.json
        return (document.get("code") or document.get("errorCode") or "") if isinstance(document, dict) else ""


class Connection:
    """One connection, which may carry several requests: to a port of this machine, or over a connected socket."""

    def __init__(
            self, port=None, source="127.0.0.1", timeout=TIMEOUT, receive_buffer=None, connected=None,
            host="booths.test"):
        self.host = host
        self.pending = b""
        self.socket = connected or socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if connected:
            return
        self.socket.settimeout(timeout)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, method, path, headers=None, body=b""):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        if body or method in ("POST", "PUT", "PATCH"):
            lines.append(f"Content-Length: {len(body)}")
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def receive(self):
        """More bytes; none where the server has closed or reset the connection."""
        try:
            return self.socket.recv(1 << 16)
        except ConnectionResetError:
            return b""

    def take(self, count):
        while len(self.pending) < count:
            received = self.receive()
            if not received:
                raise EOFError("the server closed the connection")
            self.pending += received
        taken, self.pending = self.pending[:count], self.pending[count:]
        return taken

    def line(self):
        while b"\r\n" not in self.pending:
            received = self.receive()
            if not received:
                raise EOFError("the server closed the connection")
            self.pending += received
        line, self.pending = self.pending.split(b"\r\n", 1)
        return line

    def head(self):
        status = int(self.line().split()[1])
        headers = {}
        while line := self.line():
            name, _, value = line.partition(b":")
            headers[name.decode().lower()] = value.strip().decode()
        return status, headers

    def chunk(self):
        """The next chunk of a body; empty at its end."""
        content = self.take(int(self.line().split(b";")[0], 16))
        self.line()
        return content

    def reply(self, method="GET"):
        status, headers = self.head()
        body = b""
        if method == "HEAD" or status in (204, 304):
            pass
        elif headers.get("transfer-encoding") == "chunked":
            while chunk := self.chunk():
                body += chunk
        else:
            body = self.take(int(headers.get("content-length", 0)))
        return Reply(status, headers, body)


def ask(port, method, path, headers=None, body=b"", source="127.0.0.1"):
    """The answer to a request over a connection of its own."""
    with Connection(port, source) as connection:
        connection.send(method, path, {**(headers or {}), "Connection": "close"}, body)
        return connection.reply(method)


def with_document(document=None, token=None, headers=None, body=b""):
    """The headers and the body of a request with a document and a token."""
    headers = dict(headers or {})
    if document is not None:
        headers["Content-Type"], body = "application/json", json.dumps(document).encode()
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return headers, body


def call(port, method, path, document=None, token=None, headers=None, source="127.0.0.1"):
    """The answer to a request with a JSON body."""
    return ask(port, method, path, *with_document(document, token, headers), source)


class WebSocket:
    """A client of RFC 6455. `status` is that of the handshake; only with 101 is there a connection."""

    def __init__(self, port, path, headers=None, connection=None):
        self.connection = connection or Connection(port)
        self.connection.send("GET", path, {
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **(headers or {})})
        self.status, _ = self.connection.head()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def send(self, text, opcode=1):
        payload = text.encode() if isinstance(text, str) else text
        mask = os.urandom(4)
        length = bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack(">BH", 0xFE, len(payload))
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.connection.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def receive(self, seconds):
        """The next text; None where none comes in time, '' where the connection has ended."""
        self.connection.socket.settimeout(seconds)
        try:
            while True:
                first, second = self.connection.take(2)
                length = second & 0x7F
                if length == 126:
                    length, = struct.unpack(">H", self.connection.take(2))
                elif length == 127:
                    length, = struct.unpack(">Q", self.connection.take(8))
                payload = self.connection.take(length)
                if first & 0xF == 8:
                    return ""
                if first & 0xF == 1:
                    return payload.decode()
        except (TimeoutError, socket.timeout):
            return None
        except EOFError:
            return ""

    def receives(self, part, seconds):
        """Whether a text with some part comes."""
        while (text := self.receive(seconds)) not in (None, ""):
            if part in text:
                return True
        return False
