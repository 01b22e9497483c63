import type { Kysely } from 'kysely';
import type { Actor } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';

/** What a command works with. */
export interface Context {
  db: Kysely<Database>;
  /** Who makes a change, for the audit record. */
  actor: Actor;
  /** Whether a running server has this database for its own, and so does the work that a command asks for. */
  served?: boolean;
  /** The database in PLATEN_DATA, for administration; undefined with another server. */
  embedded?: { administrationUrl: string; dataDirectory: string } | undefined;
  /** Hours without a report after which a device is offline; by default as the setting's default. */
  offlineHours?: number;
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
