/** A row of a file and the line on which it begins, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Rows of a CSV file (RFC 4180) with commas, semicolons or tabs, as its first line has them; empty lines are
 * left out. A quote that is never closed ends with the text.
 */
export const splitCsv = (text: string): (readonly string[])[] => readCsv(text).map(({ cells }) => cells);

/** The same, each row with its line. */
export function readCsv(text: string): CsvRow[] {
  const body = text.replace(/^\uFEFF/, '');
  const inFirst = new Set(body.slice(0, Math.max(0, body.search(/\r?\n|$/))));
  const separator = [';', '\t', ','].find((one) => inFirst.has(one)) ?? ',';
  const rows: CsvRow[] = [];
  let row: string[] = [];
  let [line, begun] = [1, 1];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.some((one) => one.trim() !== '')) rows.push({ line: begun, cells: row });
    row = [];
    cell = '';
    begun = line;
  };
  for (let at = 0; at < body.length; at++) {
    const sign = body[at] ?? '';
    if (sign === '\n') line++;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (body[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  endRow();
  return rows;
}
