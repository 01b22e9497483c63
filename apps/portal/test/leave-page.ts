import { vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cancelRenewal } from '../src/session/tokens.ts';
import { wipe } from './render-portal.tsx';

const root = document.documentElement;
const attributesOf = (element: Element) => [...element.attributes].map(({ name, value }) => [name, value] as const);
/** As the first test file found them. */
const found = {
  address: window.location.href,
  title: document.title,
  fetch: window.fetch,
  root: attributesOf(root),
  body: attributesOf(document.body),
};

/** Leaves the page to the next test file as one of its own would be. */
export async function leavePage(): Promise<void> {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await wipe();
  // A stub over a spy over a stub: neither way back reaches the first.
  window.fetch = found.fetch;
  await userEvent.cleanup();
  cancelRenewal();
  for (const name of await caches.keys()) await caches.delete(name);
  putBack(root, found.root);
  putBack(document.body, found.body);
  document.body.replaceChildren();
  document.title = found.title;
  window.history.replaceState(null, '', found.address);
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
}

function putBack(element: Element, attributes: readonly (readonly [string, string])[]): void {
  for (const [name] of attributesOf(element)) element.removeAttribute(name);
  for (const [name, value] of attributes) element.setAttribute(name, value);
}
