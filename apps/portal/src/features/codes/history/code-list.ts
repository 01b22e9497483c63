import { byteOrderMark } from '@platen/contract/csv';
import { toCsvFile } from '../../../downloads/csv-file.ts';

/** A code, and in a standard the value that it should have. */
export interface ListedCode {
  readonly code: string;
  readonly value: string;
}

export interface ParsedList {
  readonly codes: readonly ListedCode[];
  /** Lines that name no code, or a code twice, from 1. */
  readonly wrong: readonly number[];
}

const codeOf = /^(0[58])-(\d{1,5})(?:-(\d{1,5}))?$/;
const code13 = /^13-\d{1,5}$/;
const separator = /[,;\t]/;
const quotes = /^"|"$/g;

/**
 * Reads a list of codes, one a line: `08-2103-0,128` in a standard, `08-2103-0` in a watch list, as typed or
 * from a CSV file. `08-2103` means sub code 0; a head line and empty lines are left out.
 */
export function parseCodeList(text: string, kind: 'standard' | 'watched'): ParsedList {
  const codes = new Map<string, string>();
  const wrong: number[] = [];
  for (const [index, line] of text
    .replace(byteOrderMark, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const [name = '', ...rest] = line.split(separator).map((cell) => cell.trim().replaceAll(quotes, '').trim());
    if (line.trim() === '' || (index === 0 && name.toLowerCase() === 'code')) continue;
    const code = toCode(name, kind);
    const value = rest.join(',').replace(/^'(?=[=+\-@])/, '');
    if (code === undefined || codes.has(code) || (kind === 'standard' && value === '')) wrong.push(index + 1);
    else codes.set(code, value);
  }
  return { codes: [...codes].map(([code, value]) => ({ code, value })), wrong };
}

function toCode(name: string, kind: 'standard' | 'watched'): string | undefined {
  if (code13.test(name)) return kind === 'watched' ? name : undefined;
  const [, table, main, sub = '0'] = codeOf.exec(name) ?? [];
  return table === undefined || main === undefined ? undefined : `${table}-${main}-${sub}`;
}

/** The list as text, one code a line. */
export const toListText = (codes: readonly ListedCode[]): string =>
  codes.map(({ code, value }) => (value === '' ? code : `${code},${value}`)).join('\n');

/** The list as a CSV file that the import takes. */
export function toListFile(codes: readonly ListedCode[], kind: 'standard' | 'watched'): Blob {
  const rows = codes.map(({ code, value }) => (kind === 'standard' ? [code, value] : [code]));
  const head = kind === 'standard' ? ['code', 'value'] : ['code'];
  return toCsvFile(head, rows);
}
