interface Stored<T> {
  /** When the reading began, in milliseconds since 1970. */
  readonly at: number;
  readonly value: T;
}

interface SharedOptions<T> {
  /** Given without reading again for so long, in milliseconds. */
  readonly freshMs: number;
  /** Given at once for so long while it is read again; older values are waited for. */
  readonly oldestMs: number;
  /** Whether reading it takes long enough to keep it. */
  readonly isWorthStoring: (value: T) => boolean;
}

/** Of fewer rows a value is read in a few milliseconds, and not stored. */
export const leastRows = 5000;

/** Values stored at most. */
const most = 50;

/**
 * Values that are the same for many users and take long to read, by key. `notBefore`: a value whose reading
 * began earlier is not given to this caller, who has changed something since. Failures are not stored.
 */
export function createShared<T>({ freshMs, oldestMs, isWorthStoring }: SharedOptions<T>) {
  const stored = new Map<string, Stored<T>>();
  const reading = new Map<string, Promise<T>>();

  const readAgain = async (key: string, read: () => Promise<T>): Promise<T> => {
    const at = Date.now();
    const value = await read();
    if (at < (stored.get(key)?.at ?? 0)) return value;
    // Newest last, so that the value that was not read for the longest time goes first.
    stored.delete(key);
    if (isWorthStoring(value)) stored.set(key, { at, value });
    const [oldest] = stored.keys();
    if (stored.size > most && oldest !== undefined) stored.delete(oldest);
    return value;
  };

  return (key: string, read: () => Promise<T>, notBefore = 0): Promise<T> => {
    const former = stored.get(key);
    const age = Date.now() - (former?.at ?? 0);
    if (former === undefined || former.at <= notBefore || age > oldestMs) return readAgain(key, read);
    if (age > freshMs && !reading.has(key)) {
      const next = readAgain(key, read).finally(() => reading.delete(key));
      reading.set(key, next);
      // Who waits for a value of its own learns of the failure.
      next.catch(() => undefined);
    }
    return Promise.resolve(former.value);
  };
}
