/**
 * Advisory locks of the store, taken in this order and before any row lock, so that none waits for another in
 * a circle. Numbers are arbitrary but must never change: servers of two versions may run side by side during
 * an update.
 */
export const locks = {
  /** Alone while a starting server brings tables, job queue and rights to its version. */
  preparation: 7_341_017,
  /** Shared while a device's groups are worked out, alone while groups change. */
  groups: 7_341_001,
  /**
   * Shared while devices are registered of which nothing is known, alone where known ones get or lose a key.
   */
  registration: 7_341_002,
  /** Alone while partitions are made or dropped. */
  partitions: 7_341_003,
  /**
   * First half of a pair with the hash of a device's id: alone while it is judged. Only ever tried, never
   * waited for.
   */
  judging: 7_341_004,
} as const;
