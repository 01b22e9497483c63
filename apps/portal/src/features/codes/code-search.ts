/** Values asked for, both ends included. */
export interface CodeRange {
  readonly from: number;
  readonly to: number;
}

/** One item with its blanks: a value or a range, in half-width digits. */
const item = /^[ \t]*(\d+)(?:-(\d+))?[ \t]*$/;

/**
 * What a search text asks for (OQ-51): comma-separated values and ranges; none for an empty text, which shows all;
 * undefined where the text does not match the grammar.
 */
export function parseCodeSearch(text: string): readonly CodeRange[] | undefined {
  if (/^[ \t]*$/.test(text)) return [];
  const ranges: CodeRange[] = [];
  for (const part of text.split(',')) {
    const found = item.exec(part);
    if (found === null) return undefined;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (from > to) return undefined;
    ranges.push({ from, to });
  }
  return ranges;
}

/** Whether a main code is asked for; no ranges ask for all. */
export const isAskedFor = (main: number, ranges: readonly CodeRange[]): boolean =>
  ranges.length === 0 || ranges.some(({ from, to }) => main >= from && main <= to);
