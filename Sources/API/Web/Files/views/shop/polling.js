// Repeating a request until its state settles.

/** The pauses between two requests, in milliseconds: the first, the longest, and the factor by which they grow. */
const [minPause, maxPause, growth] = [2000, 60_000, 1.6];

/**
 * Calls `refresh` with growing pauses, while the page is visible and the view is shown. When the page becomes visible
 * again, the pauses restart.
 * @param {() => Promise<void>} refresh
 * @param {AbortSignal} signal
 */
export function polling(refresh, signal) {
  let timer = 0;
  let pause = minPause;
  let isOn = false;

  async function tick() {
    if (document.hidden) return;
    // A failed request is repeated later.
    await refresh().catch(() => {});
    schedule();
  }

  function schedule() {
    clearTimeout(timer);
    if (!isOn || signal.aborted) return;
    timer = setTimeout(tick, pause);
    pause = Math.min(pause * growth, maxPause);
  }

  const stop = () => {
    isOn = false;
    clearTimeout(timer);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !isOn) return;
    pause = minPause;
    clearTimeout(timer);
    tick();
  }, { signal });
  signal.addEventListener('abort', stop);

  return {
    start() {
      if (isOn) return;
      isOn = true;
      pause = minPause;
      schedule();
    },
    stop,
  };
}
