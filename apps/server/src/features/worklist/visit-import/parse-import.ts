import type { ImportAnswer } from '@platen/contract/visit-import';
import {
  type ImportColumn,
  importColumns,
  mostImportLines,
  type VisitKind,
  type VisitResult,
  visitKinds,
  visitResults,
} from '@platen/contract/visit-names';
import { readCsv } from '../../../files/split-csv.ts';

const needed: readonly ImportColumn[] = ['serial', 'day', 'result'];
/** Years for which visits are kept (GE-16). */
const storedYears = 10;
const mostParts = 50;

/** A line that says something that can be: whether the device and the parts are known, the store decides. */
export interface ImportLine {
  readonly line: number;
  readonly serial: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly technician: string | null;
  readonly kind: VisitKind;
  readonly result: VisitResult;
  readonly parts: readonly string[];
  readonly total: number | null;
}

export interface ParsedImport extends Pick<ImportAnswer, 'lines' | 'known' | 'refusedCount'> {
  readonly rows: readonly ImportLine[];
  readonly refused: ImportAnswer['refused'];
  /** The file as a whole cannot be read. */
  readonly problem: string | null;
}

/** Which visit a line is about: a device has one of a kind by a technician on a day. */
export const keyOf = ({ serial, day, technician, kind }: ImportLine): string =>
  [serial.toUpperCase(), day, technician?.toLowerCase() ?? '', kind].join('\n');

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Why the file as a whole cannot be read; null: it can. */
function findProblem(names: readonly string[], lines: number): string | null {
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) return `the column ${missing.join(', ')} is missing`;
  const unknown = names.filter((name) => !importColumns.some((known) => known === name));
  if (unknown.length > 0) return `${unknown.join(', ').slice(0, 200)} is no column of this file`;
  return lines > mostImportLines ? `at most ${mostImportLines} lines` : null;
}

/**
 * Reads a file of past visits. A line that cannot be taken is named with the first field that is wrong; one
 * that says the same as an earlier line is known. Never throws, whatever the text.
 * @param today `YYYY-MM-DD`; later days are refused, and those of more than ten years ago
 */
export function parseImport(csv: string, today: string): ParsedImport {
  const [head, ...rows] = readCsv(csv);
  const names = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const problem = findProblem(names, rows.length);
  if (problem !== null) return { lines: rows.length, known: 0, rows: [], refused: [], refusedCount: 0, problem };
  const first = `${Number(today.slice(0, 4)) - storedYears}${today.slice(4)}`;
  const taken = new Map<string, ImportLine>();
  const refused: ImportAnswer['refused'][number][] = [];
  let known = 0;
  for (const { line, cells } of rows) {
    const read = readLine(line, (name) => (cells[names.indexOf(name)] ?? '').trim(), { first, today });
    if ('field' in read) {
      refused.push(read);
      continue;
    }
    const before = taken.get(keyOf(read));
    if (before === undefined) taken.set(keyOf(read), read);
    else if (isSame(before, read)) known++;
    else refused.push({ line, field: 'day', reason: `line ${before.line} is about the same visit and differs` });
  }
  return {
    lines: rows.length,
    known,
    rows: [...taken.values()],
    refused: refused.slice(0, 100),
    refusedCount: refused.length,
    problem,
  };
}

const isSame = (one: ImportLine, other: ImportLine): boolean =>
  JSON.stringify({ ...one, line: 0 }) === JSON.stringify({ ...other, line: 0 });

function readLine(
  line: number,
  cell: (name: ImportColumn) => string,
  { first, today }: { readonly first: string; readonly today: string },
): ImportLine | ImportAnswer['refused'][number] {
  const wrong = (field: ImportColumn, reason: string) => ({ line, field, reason });
  const [serial, day, technician] = [cell('serial'), cell('day'), cell('technician')];
  if (serial === '' || serial.length > 60) return wrong('serial', 'a serial number of at most 60 characters');
  if (!isDay(day)) return wrong('day', 'a day as YYYY-MM-DD');
  if (day > today) return wrong('day', 'this day has not come yet');
  if (day < first) return wrong('day', `visits are kept for ${storedYears} years`);
  if (technician.length > 200) return wrong('technician', 'at most 200 characters');
  const kind = visitKinds.find((one) => one.toLowerCase() === (cell('kind').toLowerCase() || 'repair'));
  if (kind === undefined) return wrong('kind', `one of ${visitKinds.join(', ')}`);
  const result = visitResults.find((one) => one.toLowerCase() === cell('result').toLowerCase());
  if (result === undefined) return wrong('result', `one of ${visitResults.join(', ')}`);
  const parts = [
    ...new Set(
      cell('parts')
        .split(/[\s|+;,]+/)
        .filter((one) => one !== ''),
    ),
  ];
  if (parts.length > mostParts || parts.some((one) => one.length > 60))
    return wrong('parts', `at most ${mostParts} parts of at most 60 characters, with blanks between them`);
  const total = cell('total').replaceAll(/[\s.,'’]/g, '');
  if (total !== '' && !/^\d{1,12}$/.test(total)) return wrong('total', 'a whole number');
  return {
    line,
    serial,
    day,
    technician: technician === '' ? null : technician,
    kind,
    result,
    parts,
    total: total === '' ? null : Number(total),
  };
}
