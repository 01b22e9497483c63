/** When users last changed something, as far as this server knows; for what is cached of several users. */
export interface Changes {
  /** `at`: milliseconds since 1970. */
  note(userId: string, at?: number): void;
  /** Ms since 1970: what is cached from before is too old for the user; undefined: all is good. */
  since(userId: string): number | undefined;
}

/** Longest life of what is cached in this way. */
const rememberedMs = 60_000;

/** Remembers changes for a minute. */
export function createChanges(): Changes {
  const known = new Map<string, number>();
  return {
    note(userId, at = Date.now()) {
      if (at <= (known.get(userId) ?? 0)) return;
      // Newest last.
      known.delete(userId);
      known.set(userId, at);
      for (const [id, earlier] of known) {
        if (earlier >= Date.now() - rememberedMs) break;
        known.delete(id);
      }
    },
    since: (userId) => known.get(userId),
  };
}

/** The same for what is cached of a replica, where a change may arrive so much later. */
export const delayChanges = (changes: Changes, limitMs: number): Changes => ({
  note: (userId, at) => changes.note(userId, at),
  since(userId) {
    const at = changes.since(userId);
    return at === undefined ? undefined : at + limitMs;
  },
});
