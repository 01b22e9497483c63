import { isRecord } from '../../platform/is-record.ts';
import { type Area, createArea, type Memory } from '../../platform/state.ts';
import type { SettableKind } from '../../device/code-queries.ts';

/** Names of the columns a user has hidden: what a reload keeps and a logout forgets (CD-17..CD-19). */
type Hidden = readonly string[];

function inTab(key: string): Memory<Hidden> {
  return {
    read: () => {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
        const hidden = isRecord(kept) ? kept['hidden'] : null;
        return Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : null;
      } catch {
        return null;
      }
    },
    write: (hidden) => {
      if (hidden === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify({ hidden }));
    },
  };
}

const none: Hidden = [];
/** One area a kind, so that 05 and 08 are hidden apart (AU-19, AU-20); code 13 hides nothing and keeps none. */
export const visibilityAreas: Readonly<Record<SettableKind, Area<Hidden>>> = {
  '05': createArea('code05Visibility', none, inTab('platen.code05Visibility')),
  '08': createArea('code08Visibility', none, inTab('platen.code08Visibility')),
};
