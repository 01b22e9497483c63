// What an advice id shows by itself. Kept apart from `advice-ids.ts`: a screen that colours a sign needs no
// table of ids.

/** First two digits of an advice id: what the advice is about. */
export const adviceComponentCodes = {
  fuser: '10',
  secondTransfer: '20',
  feedParts: '30',
  developer: '40',
  drum: '50',
  CE20: '60',
  CE40: '61',
  laserUnit: '62',
  polygonalMotor: '63',
  imageQualitySensor: '64',
  storage: '70',
} as const;
export type AdviceComponent = keyof typeof adviceComponentCodes;

/**
 * Last two digits. `name` is the name of the part alone (FS-14); the others ask for action, the least urgent
 * first.
 */
export const adviceSeverityCodes = { name: '00', watch: '01', nextVisit: '02', now: '03' } as const;
export type AdviceSeverity = keyof typeof adviceSeverityCodes;
/** Severity of an advice that asks for action. */
export type SignSeverity = Exclude<AdviceSeverity, 'name'>;

export const adviceComponents: readonly AdviceComponent[] = keysOf(adviceComponentCodes);
/** Least severe first. */
export const adviceSeverities: readonly AdviceSeverity[] = keysOf(adviceSeverityCodes);

/** Severity of an 8-digit advice id; undefined for any other text. */
export const severityOf = (id: string): AdviceSeverity | undefined =>
  isId.test(id) ? adviceSeverities.find((severity) => adviceSeverityCodes[severity] === id.slice(6)) : undefined;

/**
 * Severity of an advice that asks for action; undefined for the name of a part, for null and for any other
 * text.
 */
export function signSeverityOf(id: string | null | undefined): SignSeverity | undefined {
  const severity = id === null || id === undefined ? undefined : severityOf(id);
  return severity === 'name' ? undefined : severity;
}

/** Component of an 8-digit advice id; undefined for any other text. */
export const componentOf = (id: string): AdviceComponent | undefined =>
  isId.test(id) ? adviceComponents.find((component) => adviceComponentCodes[component] === id.slice(0, 2)) : undefined;

/** The id without its severity: equal for all advice about the same component, unit and variant. */
export const subjectOf = (id: string): string => id.slice(0, 6);

/** Most severe first; texts that are no ids last. */
export const compareSeverity = (a: string, b: string): number => rankOf(b) - rankOf(a);

/** The most severe id that asks for action, the earlier one of equals; null without one. */
export function mostSevere(ids: readonly (string | null | undefined)[]): string | null {
  const signs = ids.flatMap((id) => (signSeverityOf(id) === undefined ? [] : (id ?? [])));
  return signs.toSorted(compareSeverity)[0] ?? null;
}

const isId = /^\d{8}$/;

function rankOf(id: string): number {
  const severity = severityOf(id);
  return severity === undefined ? -1 : adviceSeverities.indexOf(severity);
}

function keysOf<K extends string>(table: Readonly<Record<K, string>>): K[] {
  const keys: K[] = [];
  for (const key in table) keys.push(key);
  return keys;
}
