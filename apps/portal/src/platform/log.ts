/**
 * The front-end log: details of refusals and failures that no user sees (OQ-20, OQ-58). Never tokens or user
 * data.
 */
export function logError(message: string, detail?: unknown): void {
  // oxlint-disable-next-line no-console -- this is the front-end log; there is no other place in a browser.
  console.error(`platen: ${message}`, ...(detail === undefined ? [] : [detail]));
}
