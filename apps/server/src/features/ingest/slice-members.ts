const quote = 34;
const comma = 44;
const colon = 58;
const backslash = 92;

/**
 * The values of a JSON object's members as they stand in its text, without the blanks around them; of a name told twice the
 * last counts, as in `JSON.parse`. No member's name may hold an escape. Of what is no JSON of an object it makes anything.
 * `leap`: asked where each value begins; gives back where it ends, if known, else where it begins.
 */
export function sliceMembers(
  json: string,
  leap: (name: string, from: number) => number = (_, from) => from,
): Map<string, string> {
  const members = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let from = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === quote) {
      const start = at + 1;
      at = findQuote(json, start);
      if (depth === 1 && key === undefined) key = json.slice(start, at);
    } else if (unit === 0x7b || unit === 0x5b) depth++;
    else if (unit === 0x7d || unit === 0x5d) {
      depth--;
      if (depth === 0 && key !== undefined) members.set(key, json.slice(from, at).trim());
    } else if (depth === 1) {
      if (unit === colon && key !== undefined) {
        from = at + 1;
        at = leap(key, from) - 1;
      } else if (unit === comma && key !== undefined) {
        members.set(key, json.slice(from, at).trim());
        key = undefined;
      }
    }
  }
  return members;
}

/** Where the string ends whose first character is at `from`. */
function findQuote(json: string, from: number): number {
  for (let at = from; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === backslash) at++;
  }
  return json.length;
}
