/** Text of a cell that a spreadsheet would run: it begins as a formula does, in half or full width, or with a sign that hides one. */
const running = /^(?:[\t\r\n]|\s*[=+\-@\uff0b\uff0d\uff1d\uff20\u2212])/;

/** A value of a row: text, a figure, or nothing there. */
export type Cell = string | number | null;

/** Whether a spreadsheet could take the text for a formula (CSV injection, CWE-1236). */
export const isRunnable = (text: string): boolean => running.test(text);

/**
 * The cell as text that no spreadsheet runs: one that could be a formula gets an apostrophe in front.
 * Figures stay as they are, negative ones too; null is empty.
 */
export function toSafeText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return isRunnable(cell) ? `'${cell}` : cell;
}

/** Goes before the first row of a file, so that Excel reads it as UTF-8. */
export const byteOrderMark = '\uFEFF';

const quoted = /[",\r\n]/;

/** One row by RFC 4180, its CRLF included; cells are made safe. */
export const toCsvRow = (cells: readonly Cell[]): string =>
  `${cells
    .map((cell) => {
      const text = toSafeText(cell);
      return quoted.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',')}\r\n`;

/** Rows for the clipboard, as spreadsheets paste them: tabs between cells, which hold no tab or line end of their own. */
export const toTabbedText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => cells.map((cell) => toSafeText(cell).replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
