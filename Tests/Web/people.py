"""People for the tests: signed up and seeding over HTTP, or logged in through the page as anybody would be."""

import itertools
import json
import struct
import urllib.error
import urllib.request
import uuid
import zlib

PASSWORD = "four-cuts-in-a-row"
numbers = itertools.count(1)


class Refused(Exception):
    """The server answered with a problem."""

    def __init__(self, status, document):
        super().__init__(f"{status} {document.get('code')}: {document.get('detail')}")
        self.status = status
        self.code = document.get("code")


class Person:
    """Somebody with an account, who acts over HTTP with tokens of their own."""

    def __init__(self, service, session, password=PASSWORD):
        self.service = service
        self.password = password
        self.account = session["account"]
        self.token = session["tokens"]["access_token"]

    @property
    def id(self):
        return self.account["id"]

    @property
    def email(self):
        return self.account["email"]

    @property
    def nickname(self):
        return self.account["nickname"]

    def call(self, method, path, body=None):
        """What the server answers; None where it answers nothing."""
        return call(self.service, method, path, body, token=self.token)

    def upload(self, *pictures):
        """Uploads pictures, each the bytes of a file; their names, as posts and profiles refer to them."""
        boundary = uuid.uuid4().hex
        form = b"".join(b'--%s\r\nContent-Disposition: form-data; name="files"; filename="photo.png"\r\n'
                        b"Content-Type: image/png\r\n\r\n%s\r\n" % (boundary.encode(), picture) for picture in pictures)
        form += b"--%s--\r\n" % boundary.encode()
        answer = ask(self.service, "POST", "/api/photos", form, f"multipart/form-data; boundary={boundary}", self.token)
        return [photo["name"] for photo in answer["photos"]]

    def post(self, kind="feed", text="", pictures=(), **more):
        """Makes a post with the pictures; the post as the server tells it."""
        photos = self.upload(*pictures) if pictures else []
        return self.call("POST", "/api/posts", {"kind": kind, "text": text, "photos": photos, **more})

    def follow(self, other):
        self.call("PUT", f"/api/accounts/{other.id}/follow")

    def block(self, other):
        self.call("PUT", f"/api/accounts/{other.id}/block")


def sign_up(service, nickname=None, email=None, password=PASSWORD):
    """Somebody new."""
    number = next(numbers)
    session = call(service, "POST", "/api/accounts", {
        "email": email or f"person{number}@example.com", "password": password,
        "nickname": nickname or f"사람 {number}"})
    return Person(service, session, password)


def log_in(browser, service, person, after="/app/me"):
    """Logs a browser in through the page's own form, and waits until it shows the page that comes after."""
    browser.get(service.address(f"/app/login?next={after}"))
    browser.until(lambda: browser.one("#field-email").is_displayed(), "the form")
    browser.one("#field-email").send_keys(person.email)
    browser.one("#field-password").send_keys(person.password)
    browser.one(".form [type=submit]").click()
    browser.until(lambda: is_logged_in(browser) and browser.current_url.endswith(after), f"{person.nickname} logged in")


def is_logged_in(browser):
    return browser.execute_script("return localStorage.getItem('fourcuts.member') !== null")


def picture(width=320, height=480, colour=(194, 37, 92)):
    """A PNG that goes from a colour to white."""
    rows = b""
    for row in range(height):
        pixel = bytes(value + (255 - value) * row // height for value in colour)
        rows += b"\0" + pixel * width
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def frame_picture(width=240, height=480, colour=(23, 107, 58), border=40, columns=1, lines=1):
    """A PNG with transparent windows in columns and lines, and a coloured border around each."""
    edge = bytes((*colour, 255))
    # The width of a window, and its height.
    wide, high = (width - border) // columns - border, (height - border) // lines - border
    within = lambda offset, size: offset >= border and (offset - border) % (size + border) < size
    rows = b""
    for row in range(height):
        inside = within(row, high) and row < lines * (high + border)
        is_clear = lambda column: inside and within(column, wide) and column < columns * (wide + border)
        rows += b"\0" + b"".join(b"\0\0\0\0" if is_clear(column) else edge for column in range(width))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def call(service, method, path, body=None, token=None):
    return ask(service, method, path, None if body is None else json.dumps(body).encode(), "application/json", token)


def ask(service, method, path, content, content_type, token):
    request = urllib.request.Request(service.address(path), content, method=method)
    if content is not None:
        request.add_header("Content-Type", content_type)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")
    except urllib.error.HTTPError as refusal:
        raise Refused(refusal.code, json.loads(refusal.read() or "{}")) from None
