/** The body of an answer with the tag under which the server knows it (RFC 9110 section 8.8.3). */
export interface KnownAnswer {
  readonly tag: string;
  readonly body: unknown;
}

/** Some screens' worth: a page of 100 devices is about 60 kB. */
const manyAnswers = 40;
const known = new Map<string, KnownAnswer>();

/** The answer last received for this key, if it came with a tag. */
export const findKnown = (key: string): KnownAnswer | undefined => known.get(key);

/**
 * Remembers an answer with a tag; one without takes the earlier one away. The one received longest ago goes
 * first.
 */
export function remember(key: string, tag: string | null, body: unknown): void {
  known.delete(key);
  if (tag === null) return;
  known.set(key, { tag, body });
  for (const oldest of known.keys()) {
    if (known.size <= manyAnswers) return;
    known.delete(oldest);
  }
}

/** Forgets all answers: at the end of a session, as they hold data of customers. */
export function forgetAnswers(): void {
  known.clear();
}
