import { minuteMs } from '../../base/time.ts';
import type { Key } from '../../device-list/selection.ts';

export interface Cursors {
  /** The remembered place nearest before `offset` in this list: continue after its key and skip the rest. */
  find(list: string, offset: number): { offset: number; key: Key } | undefined;
  remember(list: string, offset: number, key: Key): void;
}

interface Places {
  at: number;
  keys: Map<number, Key>;
}

const lifetimeMs = 10 * minuteMs;
const manyLists = 500;
const manyPlaces = 2000;

/**
 * The keyset behind the specified offset (architecture, store rule 6): the end of each page served is
 * remembered per list (user, filter, sort), so that the next page starts from there instead of counting rows
 * from the beginning. It also keeps pages free of repeats when devices arrive in between. Losing it costs
 * time only.
 */
export function createCursors(now: () => number = Date.now): Cursors {
  const lists = new Map<string, Places>();
  return {
    find(list, offset) {
      const places = lists.get(list);
      if (!places || offset === 0) return undefined;
      if (now() - places.at > lifetimeMs) {
        lists.delete(list);
        return undefined;
      }
      const exact = places.keys.get(offset);
      if (exact) return { offset, key: exact };
      let nearest = 0;
      for (const known of places.keys.keys()) if (known < offset && known > nearest) nearest = known;
      const key = places.keys.get(nearest);
      return key && { offset: nearest, key };
    },
    remember(list, offset, key) {
      const places = lists.get(list) ?? { at: now(), keys: new Map<number, Key>() };
      if (places.keys.size >= manyPlaces) places.keys.clear();
      places.keys.set(offset, key);
      places.at = now();
      // Newest last, so that the oldest list is the first to go.
      lists.delete(list);
      lists.set(list, places);
      const [oldest] = lists.keys();
      if (lists.size > manyLists && oldest !== undefined) lists.delete(oldest);
    },
  };
}
