/**
 * The address that a text names; undefined: it is none. `URL.canParse` must not be used for this: in Node 20
 * it refuses every address with characters of Latin-1 like `ü` once V8 has optimised its calls.
 */
export function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
