import { hourMs } from '@platen/contract/constants';
import { factColumns, leastWeight, mostFactLines, mostWeight } from '@platen/contract/device-facts';
import { splitCsv } from '../../files/split-csv.ts';
import type { FactFields } from './fact-store.ts';

export interface RefusedLine {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}
/** A line of the file; fields whose column is missing are left out. */
export interface FactLine {
  readonly line: number;
  readonly serial: string;
  readonly fields: Partial<FactFields>;
}

const textOf = {
  asset: 'assetNumber',
  place: 'place',
  contact: 'contact',
  contract: 'contract',
  notes: 'notes',
} as const;
const longest = { asset: 60, place: 200, contact: 2000, contract: 2000, notes: 2000 } as const;
type Column = keyof typeof textOf;
const isColumn = (name: string): name is Column => Object.hasOwn(textOf, name);

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
/** Whether a day has not begun anywhere on earth. */
export const isAhead = (day: string): boolean => day > new Date(Date.now() + 14 * hourMs).toISOString().slice(0, 10);

/** The apostrophe that an export puts before what a spreadsheet could take for a formula. */
const guarded = /^'(?=[=+\-@])/;

/** Reads a file of facts; each line that cannot be taken is named with its field. */
export function parseFacts(csv: string): { lines: number; rows: FactLine[]; refused: RefusedLine[] } {
  const [head = [], ...lines] = splitCsv(csv);
  const columns = head.map((name) => name.trim().toLowerCase());
  const refused: RefusedLine[] = [];
  if (!columns.includes('serial')) refused.push({ line: 1, field: 'serial', reason: 'the column is missing' });
  for (const name of columns)
    if (!factColumns.some((known) => known === name))
      refused.push({ line: 1, field: name, reason: 'is no column of this table' });
  if (lines.length > mostFactLines)
    refused.push({ line: mostFactLines + 2, field: 'line', reason: `at most ${mostFactLines} lines` });
  if (refused.length > 0) return { lines: lines.length, rows: [], refused };
  const rows: FactLine[] = [];
  const seen = new Set<string>();
  for (const [n, cells] of lines.entries()) {
    const line = n + 2;
    const serial = (cells[columns.indexOf('serial')] ?? '').trim();
    if (serial === '') refused.push({ line, field: 'serial', reason: 'is missing' });
    if (seen.has(serial)) refused.push({ line, field: 'serial', reason: 'another line has this serial number' });
    seen.add(serial);
    const fields: { -readonly [K in keyof FactFields]?: FactFields[K] } = {};
    for (const [index, name] of columns.entries()) {
      const text = (cells[index] ?? '').trim().replace(guarded, '');
      if (name === 'weight') {
        const weight = text === '' ? null : Number(text.replace(',', '.'));
        fields.weight = weight;
        if (weight !== null && !(weight >= leastWeight && weight <= mostWeight))
          refused.push({ line, field: name, reason: `a number from ${leastWeight} to ${mostWeight}` });
      }
      if (name === 'retired') {
        fields.retiredOn = text === '' ? null : text;
        if (text !== '' && (!isDay(text) || isAhead(text)))
          refused.push({ line, field: name, reason: 'a day as 2026-11-27, today or earlier' });
      }
      if (!isColumn(name)) continue;
      if (text.length > longest[name])
        refused.push({ line, field: name, reason: `at most ${longest[name]} characters` });
      fields[textOf[name]] = text === '' ? null : text;
    }
    rows.push({ line, serial, fields });
  }
  return { lines: lines.length, rows, refused };
}
