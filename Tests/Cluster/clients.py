"""Clients of the service, through the proxy over TLS or of a node directly."""

import pathlib
import socket
import ssl
import sys

from machines import HOST, HTTPS_PORT, PROXY

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Attack"))

from wire import Connection, with_document  # noqa: E402


class Client:
    """A connection for each request, from any address of the loopback, so that rate limits tell them apart."""

    def __init__(self, certificate, timeout=60):
        self.certificate, self.timeout = str(certificate), timeout
        self.context = ssl.create_default_context(cafile=self.certificate)

    def connect(self, source="127.0.0.1", protocols=(), context=None):
        """A connected socket to the proxy, over TLS."""
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

    def connection(self, source="127.0.0.1"):
        return Connection(connected=self.connect(source), host=HOST)

    def call(self, method, path, document=None, token=None, body=b"", headers=None, source="127.0.0.1"):
        headers, body = with_document(document, token, headers, body)
        with self.connection(source) as connection:
            connection.send(method, path, {**headers, "Connection": "close"}, body)
            return connection.reply(method)

    def call_plainly(self, path, port):
        """A GET of the proxy without TLS."""
        plain = socket.create_connection((PROXY, port), self.timeout)
        with Connection(connected=plain, host=HOST) as connection:
            connection.send("GET", path, {"Connection": "close"})
            return connection.reply()


class NodeClient(Client):
    """Requests of one node, without the proxy."""

    def __init__(self, address, timeout=60):
        self.address, self.timeout = address, timeout

    def connect(self, source="127.0.0.1"):
        return socket.create_connection((self.address, 8080), self.timeout, source_address=(source, 0))
