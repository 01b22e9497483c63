/**
 * Characters of a version that count; keeps a key under 1,100 characters, which an index of the store can
 * hold.
 */
const versionLimit = 256;

/**
 * A version as a text whose plain order (code point by code point) is the order of versions (OQ-44). Run by
 * run, ignoring case: letter runs by alphabet, digit runs by number, a digit run before a letter run, the end
 * before either. All other characters only part runs, so that `1.14` may be asked for as `1-14` (a search box
 * takes no dot). `line` is the leading letter run in capitals, '' where there is none; keys of different
 * lines must not be compared. Any text is taken; only the first 256 characters count.
 */
export function toFirmwareKey(version: string): { line: string; key: string } {
  const runs =
    version
      .slice(0, versionLimit)
      .toUpperCase()
      .match(/[A-Z]+|\d+/g) ?? [];
  const line = /^[A-Z]+/.exec(version.slice(0, versionLimit).toUpperCase())?.[0] ?? '';
  return { line, key: runs.map(toRunKey).join('') };
}

/**
 * Which of two versions is older: -1 when `a` is, 1 when `b` is, 0 when neither; undefined when they are of
 * different lines. Agrees with the order of `toFirmwareKey`, so that a list and a query of the store never
 * differ.
 */
export function compareFirmware(a: string, b: string): -1 | 0 | 1 | undefined {
  const left = toFirmwareKey(a);
  const right = toFirmwareKey(b);
  if (left.line !== right.line) return undefined;
  if (left.key === right.key) return 0;
  return left.key < right.key ? -1 : 1;
}

/**
 * `1` + number of digits + digits for a number, `2` + letters + a blank, which comes before any letter, for a
 * letter run.
 */
function toRunKey(run: string): string {
  if (!/^\d/.test(run)) return `2${run} `;
  const digits = run.replace(/^0+/, '');
  return `1${String(digits.length).padStart(3, '0')}${digits}`;
}
