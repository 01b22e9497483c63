/** Everything is released before the file ends: a client that has all of it may request the next. */
export async function* closing<T>(chunks: AsyncIterable<T>, close: () => Promise<void>): AsyncGenerator<T> {
  yield* chunks;
  await close();
}

/** How many may be under way at once, of one user and of all. */
export interface Slots {
  /** Takes a place and gives how to leave it; undefined: none free. */
  take(userId: string): (() => void) | undefined;
}

/**
 * Each export holds a session of the store as long as its client takes; the rest of the portal needs some
 * too.
 */
export function createSlots(ofUser: number, ofAll: number): Slots {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(userId) {
      const own = held.get(userId) ?? 0;
      if (own >= ofUser || all >= ofAll) return undefined;
      held.set(userId, own + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const left = (held.get(userId) ?? 1) - 1;
        if (left === 0) held.delete(userId);
        else held.set(userId, left);
      };
    },
  };
}
