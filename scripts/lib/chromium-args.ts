/** Arguments of Chromium in component and end-to-end tests (docs/decisions/0921). */
export const chromiumArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of tests live for seconds: code that is optimized for them costs more than it saves.
  '--js-flags=--max-optimized-bytecode-size=0',
];
