const maybeHalf = /\\u[dD][89a-fA-F]/;
/** Every escape of a JSON text: a whole pair, half a pair (its digits are the group), or any other. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u([dD][89a-fA-F][\da-fA-F]{2})|[^])/g;

/**
 * Whether a text or name in a JSON text holds half of a surrogate pair, which is no character: `jsonb`
 * refuses it (22P02).
 */
export function holdsHalfPair(json: string): boolean {
  // Programs that write JSON themselves seldom escape what is not half a pair: most texts end here.
  if (!maybeHalf.test(json)) return false;
  for (const [, half] of json.matchAll(escapes)) if (half !== undefined) return true;
  return false;
}
