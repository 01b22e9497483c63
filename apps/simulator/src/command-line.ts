import { exit, stderr } from 'node:process';

/** The message of whatever was thrown. */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A command line that cannot be followed; the message names the option. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What `parse` reads of a command line; what it refuses is a `UsageError`. */
export function readLine<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(toMessage(error));
  }
}

/** A whole number from `minimum` to `maximum`, at most 7 digits. Throws `UsageError` for anything else. */
export function toNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum))
    throw new UsageError(`${name}: '${text}' is not a number from ${minimum} to ${maximum}`);
  return value;
}

/**
 * Runs a program. What it throws is its last line on standard error; it then ends with 2 if the command line
 * cannot be followed, and with 1 otherwise.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    stderr.write(`error: ${toMessage(error)}\n`);
    exit(error instanceof UsageError ? 2 : 1);
  }
}

/** Ends this process when the process that started it has ended. */
export function endWithParent(end: () => void = () => exit(0)): void {
  if (process.send !== undefined) process.on('disconnect', end);
}
