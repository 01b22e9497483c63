/** One argument of a benchmark: its name in the usage, and how its text is read. */
interface Argument<T> {
  readonly name: string;
  /** Given nothing its default; undefined for a text that it does not take. */
  read(text: string | undefined): T | undefined;
  /** Of its values, for the message about a text that it does not take. */
  readonly what: string;
}
type ValuesOf<A extends readonly Argument<unknown>[]> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T> ? T : never;
};

/** A whole number from `least` on. */
export const whole = (name: string, byDefault: number, least = 1): Argument<number> => ({
  name,
  what: `a whole number from ${least}`,
  read: (text) => {
    if (text === undefined) return byDefault;
    const value = Number(text);
    return /^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least ? value : undefined;
  },
});

/** Any text but an option; '' where it is left out. */
export const anyText = (name: string): Argument<string> => ({
  name,
  what: 'a text',
  read: (text = '') => (text.startsWith('-') ? undefined : text),
});

/** One of some words; '' where it is left out. */
export const oneOf = <const N extends string>(...names: readonly N[]): Argument<N | ''> => ({
  name: names.join('|'),
  what: `${names.map((name) => `'${name}'`).join(', ')} or nothing`,
  read: (text) => (text === undefined ? '' : names.find((name) => name === text)),
});

/**
 * The values of the arguments in their order. Throws a RangeError of one line that names what is wrong and
 * the usage.
 */
export function parseArguments<const A extends readonly Argument<unknown>[]>(
  bench: string,
  forms: A,
  texts: readonly string[],
): ValuesOf<A> {
  const usage = `npm run bench:${bench} -- ${forms.map(({ name }) => `[${name}]`).join(' ')}`;
  const extra = texts[forms.length];
  const values = forms.map((form, index) => {
    const value = form.read(texts[index]);
    if (value === undefined)
      throw new RangeError(`${form.name} must be ${form.what}, not '${texts[index] ?? ''}': ${usage}`);
    return value;
  });
  if (extra !== undefined) throw new RangeError(`'${extra}' is one argument too many: ${usage}`);
  // One value for each form, in their order: what the type says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values as ValuesOf<A>;
}

/** The arguments of this process; a wrong command line ends it. */
export const readArguments = <const A extends readonly Argument<unknown>[]>(bench: string, ...forms: A): ValuesOf<A> =>
  orEnd(() => parseArguments(bench, forms, process.argv.slice(2)));

/** What `read` returns. A command line that it refuses ends the process with the message and code 2. */
export function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isOfNode = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isOfNode && !(error instanceof RangeError)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
}
