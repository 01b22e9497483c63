import type { StatusReason } from '@platen/contract/devices';
import type { Supply } from '@platen/contract/report-sections';
import { isReceptacle, supplyCondition } from '../status/supplies.ts';
import { decideStatus, type StatusInput } from '../status.ts';
import type { Grade } from './model.ts';
import { whoCanActOnReason } from './who-can-act.ts';

/**
 * Levels up to this percent are logged although nothing is the matter: whether a level rose by 20 points
 * (WL-08) can be seen from those of 10 % and less only as far as 30.
 */
const loggedLevel = 30;

/** What a report does not speak of: nothing of that kind clears by it. */
const without = { status: '-status', supplies: '-supplies' } as const;

/** Of each state of a supply the word in the log and how bad it is. */
const supplyStates: Readonly<Record<NonNullable<StatusReason['condition']>, string>> = {
  low: 'low',
  lifeNear: 'low',
  nearFull: 'nearFull',
  empty: 'empty',
  lifeOver: 'empty',
  full: 'full',
};
export const supplyGrades = { low: 1, nearFull: 2, empty: 3, full: 3 } as const;
export type SupplyWord = keyof typeof supplyGrades;
const isSupplyWord = (word: string): word is SupplyWord => Object.hasOwn(supplyGrades, word);

/**
 * What a report says that may need somebody, for the log of reports, sorted: `down:<code>` for each error
 * that a technician must act on (WL-05), `supply:<colour, waste or name>:<state>[:<percent>]` for each
 * supply that is low or through (WL-08), with the state `ok` for a level of 30 % or less; `-status` and
 * `-supplies` for a section that is missing. Null: the report says nothing of the device's state.
 */
export function toMatters({ status, supplies }: Pick<StatusInput, 'status' | 'supplies'>): string[] | null {
  const { status: overall, reasons } = decideStatus({ status });
  const hasStatus = status !== undefined && overall !== 'unknown';
  if (!hasStatus && supplies === undefined) return null;
  const matters = reasons
    .filter((reason) => reason.severity === 'error' && whoCanActOnReason(reason) === 'technician')
    .map((reason) => `down:${subjectOf(reason)}`);
  const ofSupplies = toSupplyMatters(supplies ?? []);
  const isTonerNamed = ofSupplies.some((matter) => !matter.startsWith('supply:waste'));
  const general = isTonerNamed ? [] : reasons.flatMap(({ source, code }) => toGeneral(source, code));
  return [
    ...new Set([
      ...matters,
      ...ofSupplies,
      ...general,
      ...(hasStatus ? [] : [without.status]),
      ...(supplies === undefined && general.length === 0 ? [without.supplies] : []),
    ]),
  ].toSorted();
}

const subjectOf = ({ source, code }: StatusReason): string =>
  source === 'alert' ? `alert.${code}` : source === 'hrDevice' ? 'down' : code;

/** Toner that a device reports without naming which. */
function toGeneral(source: StatusReason['source'], code: string): string[] {
  if (source !== 'detectedError') return [];
  if (code === 'noToner') return ['supply:toner:empty'];
  return code === 'lowToner' ? ['supply:toner:low'] : [];
}

interface SupplyMatter {
  readonly word: SupplyWord | 'ok';
  readonly percent: number | null;
}

function toSupplyMatters(supplies: readonly Supply[]): string[] {
  const found = new Map<string, SupplyMatter>();
  for (const supply of supplies) {
    const matter = toSupplyMatter(supply);
    if (matter === undefined) continue;
    const subject = nameOf(supply);
    const other = found.get(subject);
    found.set(subject, other === undefined ? matter : worseOf(other, matter));
  }
  return [...found].map(
    ([subject, { word, percent }]) => `supply:${subject}:${word}${percent === null ? '' : `:${percent}`}`,
  );
}

function toSupplyMatter(supply: Supply): SupplyMatter | undefined {
  const condition = supplyCondition(supply);
  const percent = supply.percent.state === 'measured' ? Math.round(supply.percent.value) : null;
  const word = condition === undefined ? 'ok' : supplyStates[condition];
  if (isSupplyWord(word)) return { word, percent };
  return percent === null || percent > loggedLevel ? undefined : { word: 'ok', percent };
}

const gradeOf = (word: SupplyMatter['word']): Grade => (word === 'ok' ? 0 : supplyGrades[word]);

function worseOf(a: SupplyMatter, b: SupplyMatter): SupplyMatter {
  const percent = a.percent === null ? b.percent : b.percent === null ? a.percent : Math.min(a.percent, b.percent);
  return { word: gradeOf(a.word) >= gradeOf(b.word) ? a.word : b.word, percent };
}

/** Colour, `waste`, or the name of another supply, with its colour where it has one (`opc.cyan`). */
function nameOf(supply: Supply): string {
  if (isReceptacle(supply)) return 'waste';
  const { tonerColor, type, colorant } = supply;
  if (tonerColor !== undefined) return tonerColor;
  const name = [type ?? 'other', colorant].filter((part) => part !== undefined && part !== '').join('.');
  return name.replaceAll(/[^\w.-]/g, '_').slice(0, 60);
}

/** What a row of the log says of one matter; `word` of a supply its state. */
export interface ParsedMatter {
  readonly key: string;
  readonly kind: 'down' | 'supply';
  readonly word: SupplyWord | 'ok' | null;
  readonly percent: number | null;
}

/** A row of the log. Texts that are no matter are left out: a later version may have written them. */
export interface ParsedMatters {
  readonly matters: readonly ParsedMatter[];
  readonly hasStatus: boolean;
  readonly hasSupplies: boolean;
}

const parsed = new Map<string, ParsedMatter | undefined>();
/** Fleets repeat the same matters in nearly every report. */
const mostParsed = 5000;

export function parseMatters(texts: readonly string[]): ParsedMatters {
  return {
    matters: texts.flatMap((text) => parseMatter(text) ?? []),
    hasStatus: !texts.includes(without.status),
    hasSupplies: !texts.includes(without.supplies),
  };
}

function parseMatter(text: string): ParsedMatter | undefined {
  if (parsed.has(text)) return parsed.get(text);
  if (parsed.size >= mostParsed) parsed.clear();
  const matter = readMatter(text);
  parsed.set(text, matter);
  return matter;
}

function readMatter(text: string): ParsedMatter | undefined {
  const [kind, subject, word, percent] = text.split(':');
  if (subject === undefined || subject === '') return undefined;
  if (kind === 'down') return { key: `down:${subject}`, kind, word: null, percent: null };
  if (kind !== 'supply' || word === undefined || !(word === 'ok' || isSupplyWord(word))) return undefined;
  const level = percent === undefined ? Number.NaN : Number(percent);
  return { key: `supply:${subject}`, kind, word, percent: Number.isFinite(level) ? level : null };
}
