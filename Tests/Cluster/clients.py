"""Clients of the service, through the proxy over TLS or of a node directly."""

import base64
import http.client
import json
import os
import socket
import ssl

from machines import HOST, HTTPS_PORT, PROXY


class Reply:
    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self):
        try:
            return json.loads(self.body or b"null")
        except ValueError:
            return None


class Client:
    """Requests over connections of their own, from any address of the loopback, so that rate limits tell them apart."""

    def __init__(self, certificate, timeout=60):
        self.certificate, self.timeout = str(certificate), timeout
        self.context = ssl.create_default_context(cafile=self.certificate)

    def connect(self, source="127.0.0.1", protocols=(), context=None):
        """A connection to the proxy, over TLS."""
        plain = socket.create_connection((PROXY, HTTPS_PORT), self.timeout, source_address=(source, 0))
        context = context or self.context
        if protocols:
            context = ssl.create_default_context(cafile=self.certificate)
            context.set_alpn_protocols(list(protocols))
        try:
            return context.wrap_socket(plain, server_hostname=HOST)
        except BaseException:
            plain.close()
            raise

    def open(self, method, path, body=b"", headers=None, source="127.0.0.1"):
        """A response whose body has not been read."""
        connection = http.client.HTTPConnection(HOST, timeout=self.timeout)
        connection.sock = self.connect(source)
        connection.request(method, path, body or None, {**(headers or {}), "Connection": "close"})
        return connection.getresponse()

    def call(self, method, path, document=None, token=None, body=b"", headers=None, source="127.0.0.1"):
        headers = dict(headers or {})
        if document is not None:
            headers["Content-Type"], body = "application/json", json.dumps(document).encode()
        if token:
            headers["Authorization"] = f"Bearer {token}"
        with self.open(method, path, body, headers, source) as response:
            return Reply(response)

    def call_plainly(self, path, port):
        """A GET of the proxy without TLS."""
        connection = http.client.HTTPConnection(PROXY, port, timeout=self.timeout)
        try:
            connection.request("GET", path, headers={"Host": HOST})
            return Reply(connection.getresponse())
        finally:
            connection.close()


class NodeClient(Client):
    """Requests of one node, without the proxy."""

    def __init__(self, address, timeout=60):
        self.address, self.timeout = address, timeout

    def connect(self, source="127.0.0.1"):
        return socket.create_connection((self.address, 8080), self.timeout, source_address=(source, 0))


class WebSocket:
    """A handshake, and small frames as bytes."""

    def __init__(self, client, path):
        self.socket = client.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        self.reader = self.socket.makefile("rb")
        self.status = int(self.reader.readline().split()[1])
        while self.reader.readline().strip():
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, text):
        """As bytes without a frame, for a stub that sends them back."""
        self.socket.sendall(text.encode())

    def receive_bytes(self, count):
        return self.reader.read(count)
