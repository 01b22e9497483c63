/** Collects the values of a statement while its text is put together; every value goes to PostgreSQL as a parameter. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and gives its place in the text: `$3`. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** The text as a pattern of `like` that finds it anywhere; `%`, `_` and `\` stand for themselves. */
export const toContains = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
