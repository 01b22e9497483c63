import { readFileSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { toMessage } from '../../base/errors.ts';
import type { SiteRules } from '../../features/ingest/receive/deliver.ts';
import type { Actor } from '../../identity/signed-in-user.ts';
import type { Connection, Database } from '../../store/database.ts';

/** What a command works with. */
export interface Context {
  db: Kysely<Database>;
  /** Who makes a change, for the audit record. */
  actor: Actor;
  /** Whether a running server has this database for its own, and so does the work that a command asks for. */
  served?: boolean;
  /** The database in PLATEN_DATA, for administration; undefined with another server. */
  embedded?: { administrationUrl: string; dataDirectory: string } | undefined;
  /** Connects as the owner of the tables, without a time limit; undefined with the embedded database. */
  openOwner?: (() => Connection) | undefined;
  /** Address of the portal, for links. */
  portal?: string | undefined;
  /** Hours without a report after which a device is offline; by default as the setting's default. */
  offlineHours?: number;
  /** The rules by which the server stores reports; undefined without a server's settings. */
  site?: SiteRules | undefined;
  /** Shows how far a long command is; each line replaces the one before. */
  progress?: (line: string) => void;
}

/** Arguments as parsed: texts, in order, and options by name. */
export interface Arguments {
  positionals: readonly string[];
  text(name: string): string | undefined;
  flag(name: string): boolean;
}

/** What a command did: for programs (`--json`) and for people. */
export interface Outcome {
  value: Readonly<Record<string, unknown>>;
  lines: readonly string[];
}

interface CommandForm {
  /** `users add`, `judge` */
  name: string;
  /** Arguments after the name, for the help: `<subject> --role <role>`. */
  usage: string;
  summary: string;
  /** Least and greatest count of positional arguments. */
  arguments: readonly [number, number];
  options?: Readonly<Record<string, 'text' | 'flag'>>;
}

export interface Command extends CommandForm {
  run(context: Context, args: Arguments): Promise<Outcome>;
}

/** A command that needs no database. */
export interface OfflineCommand extends CommandForm {
  runOffline(context: Pick<Context, 'progress'>, args: Arguments): Promise<Outcome>;
}

/** The command line is wrong (exit code 2). */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
/** The change cannot be made (exit code 1). */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** A positional argument that must be there and not be blank. */
export function toArgument({ positionals }: Arguments, place: number, what: string, limit = 200): string {
  const text = positionals[place]?.trim() ?? '';
  if (text === '') throw new UsageError(`${what} is missing`);
  if (text.length > limit) throw new UsageError(`${what} is longer than ${limit} characters`);
  return text;
}

/** Values separated by commas, blanks around them dropped; undefined when the option is not given. */
export function toList(args: Arguments, option: string): string[] | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  return [...new Set(text.split(',').map((item) => item.trim()))].filter((item) => item !== '');
}

/** The text of a file; `-` reads the standard input, no file is an empty text. */
export function readText(file: string | undefined): string {
  if (file === undefined) return '';
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(toMessage(error));
  }
}

/** One value a line, from a file. */
export function readList(file: string): string[] {
  const text = readText(file);
  return [...new Set(text.split(/[\r\n]+/).map((line) => line.trim()))].filter((line) => line !== '');
}

export function toGroupId(text: string): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2_147_483_647)
    throw new UsageError(`'${text}' is no group id: a whole number from 1 (0 means all devices)`);
  return id;
}

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The option `--limit`: how many rows a list shows. */
export function toLimit(args: Arguments, byDefault: number): number {
  const limit = Number(args.text('limit') ?? byDefault);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new UsageError('--limit must be a whole number from 1 to 10000');
  return limit;
}

/** A day of the calendar, `what` names it in the message. */
export function toDay(text: string, what: string): string {
  const time = new Date(text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time.getTime());
  if (!isDay || time.toISOString().slice(0, 10) !== text || text < '1970-01-01')
    throw new UsageError(`${what} '${text}': expected a day like 2026-12-01`);
  return text;
}

/** A point in time with its zone, or a day (its first moment, UTC). */
export function toTime(text: string, option: string): Date {
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const time = new Date(text);
  if (!form.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`--${option} '${text}': expected 2026-12-01 or 2026-12-01T09:00:00Z (or +09:00)`);
  return time;
}

/** Rows as columns of text, with a heading. */
export function toTable(headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string[] {
  const cells = [headings, ...rows.map((row) => row.map((cell) => (cell === null ? '-' : toPlain(String(cell)))))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Names come from devices and people: control characters must not reach the terminal. */
// oxlint-disable-next-line no-control-regex
const toPlain = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');
