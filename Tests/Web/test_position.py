"""Pages of a server with a database replica: they send the position of their last write.

The script runs in a browser against a stub server, which answers in the order that a test sets.
"""

import http.server
import threading
import unittest

from service import ROOT, Browser

FILES = ROOT / "Sources/API/Web/Files"
HEADER = "Fourcuts-Position"

# Sends requests at once; resolves to nothing once all are answered.
SEND = """
  const [requests, done] = arguments;
  import('/core/api.js')
    .then(({ get, send }) => Promise.allSettled(
      requests.map(([method, path]) => (method === 'GET' ? get(path) : send(method, path)))))
    .then(() => done(null), (failure) => done(String(failure)));
"""


class PlayedServer:
    """Serves the scripts, and answers other requests with the position that a test has chosen."""

    def __init__(self):
        # By path: the status, the position (None: no header), and the paths that are answered before this one.
        self.answers = {}
        # What was sent, as method, path and position, in order.
        self.sent = []
        self.changed = threading.Condition()
        self.answered = set()
        played = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                played.answer(self)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def address(self):
        return f"http://127.0.0.1:{self.server.server_port}/"

    def answer(self, request):
        if not request.path.startswith("/api/"):
            script = FILES / request.path.lstrip("/")
            if script.suffix == ".js" and script.is_file():
                return self.write(request, 200, "text/javascript", script.read_bytes())
            return self.write(request, 200, "text/html", b"<!doctype html><title>page</title>")
        status, position, before = self.answers.get(request.path, (200, None, ()))
        with self.changed:
            self.sent.append((request.command, request.path, request.headers[HEADER]))
            assert self.changed.wait_for(lambda: self.answered.issuperset(before), 20)
        self.write(request, status, "application/json", b"{}", {} if position is None else {HEADER: position})
        with self.changed:
            self.answered.add(request.path)
            self.changed.notify_all()

    def write(self, request, status, kind, body, headers={}):
        request.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)
        request.wfile.flush()


class Positions(unittest.TestCase):
    """One server and one page for each test."""

    def setUp(self):
        self.server = PlayedServer()
        self.addCleanup(self.server.end)
        self.browser = Browser()
        self.addCleanup(self.browser.quit)
        self.browser.get(self.server.address())

    def send(self, *requests):
        """Sends requests at once, as pairs of method and path."""
        self.assertIsNone(self.browser.execute_async_script(SEND, requests))

    def sends(self, method="GET"):
        """The position that the page sends with a request."""
        self.send((method, "/api/look"))
        return self.server.sent[-1][2]

    def test_a_page_that_has_written_nothing_sends_none(self):
        self.assertIsNone(self.sends())
        self.server.answers["/api/read"] = (200, None, ())
        self.send(("GET", "/api/read"))
        self.assertIsNone(self.sends())

    def test_what_a_write_reached_goes_with_each_later_request(self):
        self.server.answers["/api/write"] = (201, "00000000000000a0", ())
        self.send(("POST", "/api/write"))
        self.assertEqual([self.sends(method) for method in ("GET", "POST", "PUT", "DELETE")], ["00000000000000a0"] * 4)

    def test_a_write_that_fails_after_others_counts_too(self):
        self.server.answers["/api/write"] = (503, "00000000000000a0", ())
        self.send(("POST", "/api/write"))
        self.assertEqual(self.sends(), "00000000000000a0")

    def test_of_answers_that_overtake_each_other_the_furthest_counts(self):
        self.server.answers["/api/late"] = (200, "00000000000000a0", ("/api/soon", "/api/between"))
        self.server.answers["/api/soon"] = (200, "00000000000000b0", ())
        self.server.answers["/api/between"] = (200, "000000000000009f", ("/api/soon",))
        self.send(("POST", "/api/late"), ("POST", "/api/soon"), ("POST", "/api/between"))
        self.assertEqual(len(self.server.sent), 3)
        self.assertEqual(self.sends(), "00000000000000b0")
        self.server.answers["/api/further"] = (200, "0000000000000100", ())
        self.send(("POST", "/api/further"))
        self.assertEqual(self.sends(), "0000000000000100")

    def test_an_empty_one_is_forgotten_until_the_next_write(self):
        self.server.answers["/api/write"] = (200, "00000000000000a0", ())
        self.server.answers["/api/unsure"] = (200, "", ())
        self.send(("POST", "/api/write"))
        self.send(("POST", "/api/unsure"))
        self.assertIsNone(self.sends())
        self.send(("POST", "/api/write"))
        self.assertEqual(self.sends(), "00000000000000a0")

    def test_another_page_begins_without_one(self):
        self.server.answers["/api/write"] = (200, "00000000000000a0", ())
        self.send(("POST", "/api/write"))
        self.browser.refresh()
        self.assertIsNone(self.sends())


if __name__ == "__main__":
    unittest.main()
