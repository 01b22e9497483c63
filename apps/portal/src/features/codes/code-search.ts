/** Values asked for, both ends included. */
export interface CodeRange {
  readonly from: number;
  readonly to: number;
  /** Of a single code; undefined: all sub codes. */
  readonly sub?: number;
}

/** One item with its blanks: a value or a range, in half-width digits. */
const item = /^[ \t]*(\d+)(?:-(\d+))?[ \t]*$/;

/** A code with its kind, as the portal writes it: `05-2138-1`. */
const wholeCode = /^[ \t]*0[58]-(\d+-\d+)[ \t]*$/;
/** Sub codes have at most two digits, main codes at least three. */
const highestSub = 99;
const lowestMain = 100;

/**
 * What a search text asks for (OQ-51): comma-separated values and ranges; none for an empty text, which shows
 * all; undefined where the text does not match the grammar. `2138-1`, which is no range, is a code with its
 * sub code where the table has sub codes.
 */
export function parseCodeSearch(text: string, hasSub = true): readonly CodeRange[] | undefined {
  if (/^[ \t]*$/.test(text)) return [];
  const ranges: CodeRange[] = [];
  for (const part of text.split(',')) {
    const whole = hasSub ? wholeCode.exec(part)?.[1] : undefined;
    const found = item.exec(whole ?? part);
    if (found === null) return undefined;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    const isCode = whole !== undefined || (hasSub && from >= lowestMain && to <= highestSub);
    if (from > to && !isCode) return undefined;
    ranges.push(isCode ? { from, to: from, sub: to } : { from, to });
  }
  return ranges;
}

/** Whether a code is asked for; no ranges ask for all. */
export const isAskedFor = (code: { main: number; sub: number | null }, ranges: readonly CodeRange[]): boolean =>
  ranges.length === 0 ||
  ranges.some(({ from, to, sub }) => code.main >= from && code.main <= to && (sub === undefined || sub === code.sub));
