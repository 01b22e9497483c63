export const categories = ['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other'] as const;
export const actors = ['user', 'technician'] as const;
export const severities = ['error', 'warning', 'information'] as const;

/** The messages of one series in one language, by keys as `parseKeys` reads them. */
export interface MessageTable {
  readonly fallback: string;
  /** Wording or meaning stands in the specification. */
  readonly specified: Readonly<Record<string, string>>;
  /** Wording or choice of the code is the project's own. */
  readonly project: Readonly<Record<string, string>>;
}

/** What a code is about, in no language. */
export interface Facts {
  /** What the code counts as (ER-06). */
  readonly category: (typeof categories)[number];
  /** A key of places.json. */
  readonly place: string;
  /** Who can act; null where no action is needed. */
  readonly who: (typeof actors)[number] | null;
  readonly severity: (typeof severities)[number];
  /** A key of actions.json. */
  readonly action: string;
}

/** The facts of one series; an entry may name only the fields that differ. */
export interface FactsTable {
  readonly fallback: Facts;
  readonly codes: Readonly<Record<string, Partial<Facts>>>;
}

/** Labels by key, in one language. */
export type Words = Readonly<Record<string, string>>;

const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
  category: (value) => categories.some((one) => one === value),
  place: (value) => typeof value === 'string',
  who: (value) => value === null || actors.some((one) => one === value),
  severity: (value) => severities.some((one) => one === value),
  action: (value) => typeof value === 'string',
};
export const factNames: readonly string[] = Object.keys(tests);

/** Whether a fact of this name may have the value; false also for names that no fact has. */
export const isFact = (name: string, value: unknown): boolean =>
  Object.hasOwn(tests, name) && tests[name]?.(value) === true;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the value holds texts alone, by key. */
export const isWords = (value: unknown): value is Words =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** Whether a value read from JSON has the form of a table of messages. Its keys are not looked at. */
export const isMessageTable = (value: unknown): value is MessageTable =>
  isRecord(value) && typeof value.fallback === 'string' && isWords(value.specified) && isWords(value.project);

/**
 * Whether a value read from JSON has the form of a table of facts. Its keys, and those of places and actions,
 * are not looked at.
 */
export const isFactsTable = (value: unknown): value is FactsTable =>
  isRecord(value) &&
  isPartialFacts(value.fallback) &&
  factNames.every((name) => isRecord(value.fallback) && name in value.fallback) &&
  isRecord(value.codes) &&
  Object.values(value.codes).every(isPartialFacts);

const isPartialFacts = (value: unknown): value is Partial<Facts> =>
  isRecord(value) && Object.entries(value).every(([name, fact]) => isFact(name, fact));
