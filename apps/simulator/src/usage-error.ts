/** A command line that cannot be followed; the message names the option. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What `parse` reads of a command line; what it refuses is a `UsageError`. */
export function readLine<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A whole number from `minimum` to `maximum`, at most 7 digits. Throws `UsageError` for anything else. */
export function toNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum))
    throw new UsageError(`${name}: '${text}' is not a number from ${minimum} to ${maximum}`);
  return value;
}
