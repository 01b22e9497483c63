/** Downloads that may be under way at once, of one user and of all. */
export interface DownloadSlots {
  /** Takes a slot and returns the function that frees it; undefined: none is free. */
  take(userId: string): (() => void) | undefined;
}

/** A download holds a session of the store as long as its client takes; other calls need some too. */
export function createDownloadSlots(limit: { readonly ofUser: number; readonly ofAll: number }): DownloadSlots {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(userId) {
      const own = held.get(userId) ?? 0;
      if (own >= limit.ofUser || all >= limit.ofAll) return undefined;
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
