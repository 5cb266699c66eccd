"""Runs the tests of the pages, two classes at a time, each in a process with its own server and browsers.

    python run.py                                 everything
    python run.py test_shop test_chat.Groups      modules, classes or tests
    python run.py --jobs 1 test_shop              one class after the other
    python run.py --without test_firefox          everything but the classes of a module
    RETRIES=1 python run.py                       a class that fails is run once more, alone, at the end; what then
                                                  holds is named as unsteady, which is a bug too

The output of a class is printed whole once it has ended, and what failed once more at the end.
"""

import argparse
import faulthandler
import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
import unittest

import service


def tests_by_class(names):
    """The tests of each class, as suites; the classes with most tests first, so that the end is not one long class."""
    loader = unittest.defaultTestLoader
    folder = str(pathlib.Path(__file__).parent)
    classes = {}
    for test in flat(loader.loadTestsFromNames(names) if names else loader.discover(folder)):
        classes.setdefault(unittest.util.strclass(type(test)), unittest.TestSuite()).addTest(test)
    return sorted(classes.items(), key=lambda item: -item[1].countTestCases())


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


# A class that takes longer has stopped: it fails, and its output shows where.
MAX_SECONDS = 1200


class Part:
    """The tests of one class, run in a process and a process group of their own, which its browsers join."""

    def __init__(self, name, suite):
        self.name = name
        self.output = tempfile.TemporaryFile()
        self.start = time.monotonic()
        self.process = os.fork()
        if self.process == 0:
            self.run(suite)
        os.setpgid(self.process, self.process)

    def run(self, suite):
        status = 1
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            for descriptor in (1, 2):
                os.dup2(self.output.fileno(), descriptor)
            faulthandler.dump_traceback_later(MAX_SECONDS, exit=True)
            status = 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1
            sys.stdout.flush()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)

    def report(self):
        """Prints what the tests have printed; how many they were, and the headings of what failed."""
        self.output.seek(0)
        text = self.output.read().decode(errors="replace")
        print(f"== {self.name}, {time.monotonic() - self.start:.0f} s\n{text}", flush=True)
        count = sum(map(int, re.findall(r"^Ran (\d+) test", text, re.MULTILINE)))
        return count, re.findall(r"^(?:FAIL|ERROR|UNEXPECTED SUCCESS): .*", text, re.MULTILINE)

    def kill(self):
        """Ends what is left of it: itself, its servers and browsers."""
        try:
            os.killpg(self.process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run(queue, jobs):
    """Runs all parts; the number of tests, and by the name of its part what failed."""
    running, total, failures = {}, 0, {}
    try:
        while queue or running:
            while queue and len(running) < jobs:
                part = Part(*queue.pop(0))
                running[part.process] = part
            process, status = os.wait()
            part = running.pop(process)
            part.kill()
            count, failed = part.report()
            total += count
            if failed or status:
                failures[part.name] = failed or [f"ERROR: {part.name} ended by itself"]
    finally:
        for part in running.values():
            part.kill()
    return total, failures


def main():
    parser = argparse.ArgumentParser(description="Run the tests of the pages.")
    parser.add_argument("--jobs", type=int, default=2, help="classes that run at a time (default: 2)")
    parser.add_argument("--without", action="append", default=[], metavar="MODULE", help="a module to leave out")
    parser.add_argument("names", nargs="*", help="modules, classes or tests; all without any")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    start = time.monotonic()
    # What killed servers and browsers leave behind goes with it.
    folder = os.environ["TMPDIR"] = tempfile.tempdir = tempfile.mkdtemp(prefix="fourcuts-web-")
    try:
        # Once for all classes, which are in processes of their own.
        service.imported(service.SAMPLE)
        queue = [part for part in tests_by_class(options.names) if part[0].split(".")[0] not in options.without]
        total, failures = run(list(queue), max(options.jobs, 1))
        unsteady = {}
        for _ in range(int(os.environ.get("RETRIES", 0))):
            again = run([part for part in queue if part[0] in failures], 1)[1]
            unsteady |= {name: failures[name] for name in failures if name not in again}
            failures = again
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{total} tests in {time.monotonic() - start:.0f} s")
    failed = sum(failures.values(), [])
    if unsteady:
        print("What is unsteady, for it failed once:", *sum(unsteady.values(), []), sep="\n")
    if failed:
        print("What failed:", *failed, sep="\n")
    print(f"{total - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed or not total else 0)


if __name__ == "__main__":
    main()
