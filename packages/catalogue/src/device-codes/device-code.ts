/** The six tables that codes are divided among; `events` are the numeric codes 0000 to 9FFF. */
export const tableNames = ['a', 'c', 'd', 'e', 'f', 'events'] as const;
export type TableName = (typeof tableNames)[number];

const series: Readonly<Record<string, TableName>> = { A: 'a', C: 'c', D: 'd', E: 'e', F: 'f' };
const placeholder = /^(?:null|header)$/i;
const wellFormed = /^(?:[ACDEF]|[0-9ACDEF][0-9A-F]{3})$/;

/**
 * A code as the tables write it: blanks around it gone, capital letters. The placeholders null and header
 * stay in small letters, the single digits 0 to 8 as they are (DM-002). Anything else comes back trimmed and
 * in capitals, whatever it is.
 */
export function toDeviceCode(raw: string): string {
  const code = raw.trim();
  return placeholder.test(code) ? code.toLowerCase() : code.toUpperCase();
}

/**
 * Whether the key means no code at all: null and header (DM-002, OQ-95). Expects the result of
 * `toDeviceCode`.
 */
export const isPlaceholder = (code: string): boolean => code === 'null' || code === 'header';

/**
 * The table that explains a code (DM-001): by its letter where it is a bare letter or a letter and three
 * hexadecimal digits, `events` for four hexadecimal digits of which the first is a number. Undefined for
 * codes of no series (B000, Z, 0 to 8, ''). Expects the result of `toDeviceCode`.
 */
export function tableOf(code: string): TableName | undefined {
  return wellFormed.test(code) ? (series[code.charAt(0)] ?? 'events') : undefined;
}

/**
 * The table whose files answer for a code. Codes of no series are answered by the A series' fallback, which
 * names nothing (OQ-95, OQ-102).
 */
export const tableToAsk = (raw: string): TableName => tableOf(toDeviceCode(raw)) ?? 'a';
