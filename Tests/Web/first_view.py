"""Measures the first views of the map, the feed and the shop: bytes, requests, and when what is seen.

    FOURCUTS=.build/release/fourcuts python first_view.py [--runs 5]

The network and the processor are slowed down by the browser: 1.6 Mbit/s with 150 ms to each answer, and a quarter of
the processor. These are the conditions that Lighthouse names "slow 4G" and a mid-range phone. Each run has an empty
cache. Bytes are those of a run that is not slowed down, with the heads of answers, which the slow network does not
count. Posts and goods are those of `fourcuts samples`.
"""

import argparse
import statistics
import subprocess

from service import PROGRAM, Browser, Service, WebTest

# What a first view of the map may take.
MAX_BYTES = 160_000
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}

# Collects from the page's beginning on; `buffered` would keep only the first entries.
OBSERVE = """
  window.seen = { largest: 0, element: '', shifts: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.largest = entry.startTime;
      seen.element = entry.element?.className || entry.element?.tagName;
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      seen.shifts.push({ value: entry.value,
        parts: entry.sources.map(({ node }) => node?.className || node?.nodeName) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
"""

SEEN = """
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  return { first, ...seen, shift: seen.shifts.reduce((sum, { value }) => sum + value, 0) };
"""


# The view by its path, and what it shows once it is complete.
MAP = ("/", ".leaflet-marker-icon")
VIEWS = {"map": MAP, "feed": ("/app/feed", ".cards .card"), "shop": ("/app/shop", ".goods-tile")}

# Photos that are in view are there.
LOADED = "return [...document.images].every((it) => it.complete || it.getBoundingClientRect().top > innerHeight)"


def observed(browser, address, ready=MAP[1]):
    """Opens a view and waits for what it shows: what the browser has seen, and what it was sent."""
    browser.before_page(OBSERVE)
    browser.get(address)
    browser.until(lambda: browser.all(ready) and not browser.all("[aria-busy]"), ready)
    browser.until(lambda: browser.execute_script(LOADED), "photos")
    # The largest paint is known, and nothing moves any more, once the page is idle.
    browser.execute_async_script("requestIdleCallback(() => setTimeout(arguments[0], 500))")
    seen = browser.execute_script(SEEN)
    traffic = browser.traffic()
    return {**seen, "requests": len(traffic), "bytes": sum(size for _, size in traffic)}


def slow_down(browser):
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW_4G)
    browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 4})


def run(address, ready, width, height, prepare=lambda browser: None):
    browser = Browser(width=width, height=height)
    try:
        prepare(browser)
        return observed(browser, address, ready)
    finally:
        browser.quit()


def measure(service, name, runs):
    path, ready = VIEWS[name]
    for width, height in [(390, 844), (1280, 800)]:
        fast = run(service.address(path), ready, width, height)
        slow = [run(service.address(path), ready, width, height, slow_down) for _ in range(runs)]
        median = lambda key: statistics.median(run[key] for run in slow)
        print(f"{name} {width}x{height}: {fast['bytes']:,} bytes in {fast['requests']} requests, "
              f"FCP {median('first'):,.0f} ms, LCP {median('largest'):,.0f} ms, CLS {median('shift'):.4f}")
        print(f"  LCP of each run: {[round(run['largest']) for run in slow]}, of {slow[-1]['element']!r}; "
              f"without slowing down {fast['largest']:,.0f} ms", flush=True)
        if name == "map" and fast["bytes"] > MAX_BYTES:
            raise SystemExit(f"The first view takes more than {MAX_BYTES:,} bytes.")


def main():
    parser = argparse.ArgumentParser(description="Measure the first views of the map, the feed and the shop.")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    service = Service()
    try:
        subprocess.run([PROGRAM, "samples", "add", "--data-dir", service.folder.name], check=True, capture_output=True)
        service.stop()
        service.start()
        for name in VIEWS:
            measure(service, name, options.runs)
    finally:
        service.end()


if __name__ == "__main__":
    main()
