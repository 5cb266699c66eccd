"""What bench-compare refuses, and what it lets pass.

    python3 -B -m unittest discover --start-directory Tests/Peers
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

NEAREST = "Nearest 10, ns a query"
HTTP = "Nearest 10 over HTTP"


def run(fourcuts=(1000, 1010, 1020), kdtree=(2000, 2010, 2020), rtree=(3000, 3010, 3020), served=(700, 710, 720),
        nginx=(1000, 1010, 1020), latency=(1, 1, 1), size="2.0 KB"):
    """What a run of the benchmarks writes: a table of times, and one of answers a second."""
    return {"tables": [
        {"title": NEAREST, "columns": ["", "1,000,000", "fourcuts, times as fast"], "rows": [
            ["fourcuts", list(fourcuts), "–"], ["k-d tree", list(kdtree), [2, 2, 2]],
            ["R-tree", list(rtree), [3, 3, 3]]]},
        {"title": HTTP, "columns": ["", "answers/s", "p99, ms"], "rows": [
            ["fourcuts", list(served), list(latency)], [f"nginx, a file of {size}", list(nginx), [1, 1, 1]]]}]}


def slower(factor, values):
    return [value * factor for value in values]


class Comparison(unittest.TestCase):
    def compare(self, base, after):
        """The exit code, and what is said."""
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, content in (("before.json", base), ("after.json", after)):
                paths.append(pathlib.Path(folder, name))
                paths[-1].write_text(json.dumps(content), encoding="utf-8")
            command = [sys.executable, "-B", str(pathlib.Path(__file__).with_name("compare.py")), *map(str, paths)]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr

    def passes(self, base, after):
        code, said = self.compare(base, after)
        self.assertEqual((code, said), (0, "No regression in 2 measurements.\n"))

    def refuses(self, base, after, *titles):
        code, said = self.compare(base, after)
        self.assertEqual(code, 1, said)
        self.assertEqual([line.split(" (")[0] for line in said.splitlines()], [f"Regression: {it}" for it in titles],
            said)

    def test_two_runs_alike_pass(self):
        self.passes(run(), run())

    def test_longer_times_beside_the_same_peers_are_refused(self):
        self.refuses(run(), run(fourcuts=(1500, 1510, 1520)), NEAREST)

    def test_fewer_answers_a_second_are_refused(self):
        self.refuses(run(), run(served=(500, 510, 520)), HTTP)

    def test_each_regression_is_named_with_both_speeds(self):
        both = run(fourcuts=(1500, 1510, 1520), served=(500, 510, 520))
        self.refuses(run(), both, HTTP, NEAREST)
        said = self.compare(run(), both)[1]
        self.assertIn("1.33 (1.33–1.33) times as fast as k-d tree, before 1.99 (1.98–2)", said)

    def test_faster_passes(self):
        self.passes(run(), run(fourcuts=(500, 510, 520), served=(900, 910, 920)))

    def test_a_run_with_one_round_as_good_as_one_before_is_noise(self):
        self.passes(run(), run(fourcuts=(1000, 1100, 1600), served=(500, 600, 716)))

    def test_a_machine_that_is_slower_for_all_passes(self):
        times = [slower(3, values) for values in ((1000, 1010, 1020), (2000, 2010, 2020), (3000, 3010, 3020))]
        rates = [slower(0.3, values) for values in ((700, 710, 720), (1000, 1010, 1020))]
        self.passes(run(), run(*times, *rates))

    def test_one_peer_that_became_faster_is_no_regression(self):
        self.passes(run(), run(kdtree=(1000, 1010, 1020)))

    def test_times_of_single_answers_are_not_compared(self):
        self.passes(run(), run(latency=(9, 9, 9)))

    def test_answers_of_another_size_are_the_same_measurement(self):
        self.refuses(run(), run(served=(500, 510, 520), size="1.9 KB"), HTTP)

    def test_runs_of_other_sizes_cannot_be_compared(self):
        other = {"tables": [{"title": "another", "columns": ["", "answers/s"], "rows": []}]}
        code, said = self.compare(run(), other)
        self.assertEqual(code, 1)
        self.assertIn("no measurement in common", said)

    def test_a_base_must_be_named(self):
        script = pathlib.Path(__file__).with_name("compare.py")
        result = subprocess.run([sys.executable, "-B", str(script), "", "x"], capture_output=True, text=True,
            check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("usage: make bench-compare BASE=", result.stderr)


if __name__ == "__main__":
    unittest.main()
