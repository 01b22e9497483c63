import './act.ts';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { leavePage } from './leave-page.ts';

// The files of a worker share a page. The library itself unmounts only before tests of the file that loads it
// first.
beforeEach(() => cleanup());

const missing: string[] = [];
const { error } = console;
// A text that a language lacks is logged, and its key is shown in its place: no screen may do that. Texts of
// a whole area may still be on their way.
console.error = (...entries: unknown[]) => {
  const text = String(entries[0]);
  if (/MISSING_MESSAGE:(?: Could not resolve)? `?\w+\.|FORMATTING_ERROR/.test(text)) missing.push(text);
  error(...entries);
};
afterAll(() => {
  console.error = error;
});
afterEach(() => {
  const found = missing.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
// Hooks after a file run from the last to the first: this one before the console is put back.
afterAll(leavePage);
