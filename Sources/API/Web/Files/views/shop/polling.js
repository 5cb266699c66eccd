// Looking again and again at what settles by itself.

/** Pauses between two looks, in milliseconds: the first, the longest, and how they grow. */
const [first, most, growth] = [2000, 60_000, 1.6];

/**
 * Looks again with growing pauses, while the page is seen and the view is there; it begins anew when it is seen again.
 * @param {() => Promise<void>} look
 * @param {AbortSignal} signal
 */
export function whileShown(look, signal) {
  let timer = 0;
  let pause = first;
  let isOn = false;

  async function round() {
    if (document.hidden) return;
    // What cannot be seen now is looked at later.
    await look().catch(() => {});
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!isOn || signal.aborted) return;
    timer = setTimeout(round, pause);
    pause = Math.min(pause * growth, most);
  }

  const end = () => {
    isOn = false;
    clearTimeout(timer);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !isOn) return;
    pause = first;
    clearTimeout(timer);
    round();
  }, { signal });
  signal.addEventListener('abort', end);

  return {
    begin() {
      if (isOn) return;
      isOn = true;
      pause = first;
      wait();
    },
    end,
  };
}
