/** What a screen does before it is printed, such as loading the rows that are not there yet. */
const steps = new Set<() => Promise<void>>();

/** Adds a step until the returned function is called. A step ends in bounded time and never rejects. */
export function addPrintStep(step: () => Promise<void>): () => void {
  steps.add(step);
  return () => void steps.delete(step);
}

export const runPrintSteps = async (): Promise<void> => void (await Promise.all([...steps].map((step) => step())));

/**
 * Ctrl+P and Command+P print once the screen is complete. The browser's own menu prints at once; no page can
 * hold it up.
 */
export function followPrintKeys(print: () => void): void {
  window.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'p') return;
    event.preventDefault();
    if (!event.repeat) print();
  });
}
