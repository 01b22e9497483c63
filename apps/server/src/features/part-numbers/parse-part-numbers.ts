import { mostPartNumbers, type PartNumber, partNumberColumns } from '@platen/contract/part-numbers';
import { splitCsv } from '../../files/split-csv.ts';

export interface ParsedPartNumbers {
  readonly lines: number;
  readonly rows: readonly PartNumber[];
  readonly refused: readonly { readonly line: number; readonly field: string; readonly reason: string }[];
}

const itemForm = /^(\d{4}|part\.\d{4}|[A-Za-z0-9]{2,40}(\.[A-Za-z0-9]{1,20})?)$/;

/** The apostrophe that the export puts before what a spreadsheet could take for a formula. */
const guarded = /^'(?=[=+\-@])/;

/** Reads a table of part numbers; each line that cannot be taken is named with its field. */
export function parsePartNumbers(csv: string): ParsedPartNumbers {
  const [head = [], ...lines] = splitCsv(csv);
  const columns = head.map((name) => name.trim().toLowerCase());
  const refused: { line: number; field: string; reason: string }[] = [];
  if (!columns.includes('item')) refused.push({ line: 1, field: 'item', reason: 'the column is missing' });
  for (const name of columns)
    if (!partNumberColumns.some((known) => known === name))
      refused.push({ line: 1, field: name, reason: 'is no column of this table' });
  if (lines.length > mostPartNumbers)
    refused.push({ line: mostPartNumbers + 2, field: 'line', reason: `at most ${mostPartNumbers} lines` });
  if (refused.length > 0) return { lines: lines.length, rows: [], refused };
  const rows = new Map<string, PartNumber>();
  for (const [n, cells] of lines.entries()) {
    const line = n + 2;
    const cell = (name: (typeof partNumberColumns)[number]) =>
      (cells[columns.indexOf(name)] ?? '').trim().replace(guarded, '');
    const problem = (field: string, reason: string) => refused.push({ line, field, reason });
    const text = (name: 'maker' | 'own' | 'name', most: number) => {
      if (cell(name).length > most) problem(name, `at most ${most} characters`);
      return cell(name) === '' ? null : cell(name);
    };
    const whole = (name: 'pieces' | 'minutes', most: number) => {
      if (cell(name) === '') return null;
      const value = Number(cell(name));
      if (!/^\d{1,4}$/.test(cell(name)) || value > most) problem(name, `a whole number up to ${most}`);
      return value;
    };
    const item = cell('item').replace(/^part\./, '');
    const modelPattern = cell('model') === '' ? '*' : cell('model');
    if (!itemForm.test(item)) problem('item', 'a part code, a unit or toner.<color>');
    if (modelPattern.length > 100) problem('model', 'at most 100 characters');
    const row: PartNumber = {
      item,
      modelPattern,
      makerNumber: text('maker', 60),
      ownNumber: text('own', 60),
      name: text('name', 200),
      pieces: Math.max(1, whole('pieces', 999) ?? 1),
      minutes: whole('minutes', 9999),
    };
    if (row.makerNumber === null && row.ownNumber === null && row.name === null)
      problem('own', 'a number or a name is needed');
    const key = `${item}\n${modelPattern.toLowerCase()}`;
    if (rows.has(key)) problem('model', 'another line has this item and pattern');
    rows.set(key, row);
  }
  return { lines: lines.length, rows: [...rows.values()], refused };
}
