/** JSON punctuation as bytes. */
export const byte = {
  quote: 34,
  comma: 44,
  colon: 58,
  listStart: 91,
  backslash: 92,
  listEnd: 93,
  objectStart: 123,
  objectEnd: 125,
} as const;

/**
 * Where the JSON value that begins at `from` ends; any position up to the end of the text if there is no
 * valid value.
 */
export function findEnd(json: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const unit = json[at];
    if (unit === byte.quote) at = findQuote(json, at + 1);
    else if (unit === byte.objectStart || unit === byte.listStart) depth++;
    else if (unit === byte.objectEnd || unit === byte.listEnd) {
      if (depth === 0) return at;
      depth--;
    } else if (unit === byte.comma && depth === 0) return at;
  }
  return json.length;
}

/** Where the string whose first character is at `from` ends. */
export function findQuote(json: Uint8Array, from: number): number {
  for (let at = from; at < json.length; at++) {
    const unit = json[at];
    if (unit === byte.quote) return at;
    if (unit === byte.backslash) at++;
  }
  return json.length;
}
