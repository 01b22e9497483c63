import { factColumns, mostFactLines } from '@platen/contract/device-facts';
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

const fieldOf = {
  asset: 'assetNumber',
  place: 'place',
  contact: 'contact',
  contract: 'contract',
  notes: 'notes',
} as const;
const longest = { asset: 60, place: 200, contact: 2000, contract: 2000, notes: 2000 } as const;
type Column = keyof typeof fieldOf;
const isColumn = (name: string): name is Column => Object.hasOwn(fieldOf, name);

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
    const fields: Partial<Record<keyof FactFields, string | null>> = {};
    for (const [index, name] of columns.entries()) {
      if (!isColumn(name)) continue;
      const text = (cells[index] ?? '').trim().replace(guarded, '');
      if (text.length > longest[name])
        refused.push({ line, field: name, reason: `at most ${longest[name]} characters` });
      fields[fieldOf[name]] = text === '' ? null : text;
    }
    rows.push({ line, serial, fields });
  }
  return { lines: lines.length, rows, refused };
}
