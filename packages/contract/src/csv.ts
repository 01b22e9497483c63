// Signs that begin a formula, in half and full width (CWE-1236); blanks, invisible signs and quotes before
// them hide nothing.
export const formulaSigns = String.raw`[=+\-@\uff0b\uff0d\uff1d\uff20\u2212]`;
/** Signs that hide nothing before a formula. */
export const hidingSigns = String.raw`(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*`;
/** Text of a cell that a spreadsheet would run: it begins as a formula does, or with a tab or line end. */
const running = new RegExp(`^(?:[\\t\\r\\n]|${hidingSigns}${formulaSigns})`, 'u');
/**
 * A place inside a cell that begins a cell of its own where the list separator is another one: with `;` as
 * separator a quote after a comma does not open a quoted cell, so neither `;` nor tab nor line end is
 * protected by quoting.
 */
const runningLater = new RegExp(`[;\\t\\r\\n](?=${hidingSigns}${formulaSigns})`, 'gu');

/** A value of a row: text, a figure, or nothing there. */
export type Cell = string | number | null;

/**
 * Whether a spreadsheet could take the text, or a part of it behind a separator, for a formula (CSV
 * injection, CWE-1236).
 */
export const isRunnable = (text: string): boolean => running.test(text) || text.search(runningLater) >= 0;

/**
 * The cell as text that no spreadsheet runs: an apostrophe goes before whatever could be a formula, at the
 * start and behind each `;`, tab and line end. Figures stay as they are, negative ones too; null is empty.
 */
export function toSafeText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const later = cell.replaceAll(runningLater, "$&'");
  return running.test(cell) ? `'${later}` : later;
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

/**
 * Rows for the clipboard, as spreadsheets paste them: tabs between cells, which hold no tab or line end of
 * their own.
 */
export const toTabbedText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => cells.map((cell) => toSafeText(cell).replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
