import type { FakeRoutes } from '../fake-server.ts';
import { renderPortal, signedInUser } from '../render-portal.tsx';
import { answered } from './data.ts';

/** The portal at the worklist, with somebody signed in. */
export const open = (path = '/worklist', routes: FakeRoutes = answered(), locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes });

/** Texts of the rows in their order, each in one line. */
export const shownRows = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.innerText.replaceAll(/\s+/g, ' '));

/** Id of the row that has the focus. */
export const currentRow = (): string | null | undefined => document.activeElement?.getAttribute('data-row');
