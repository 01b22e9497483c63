import { toFleetValue } from '../codes/fleet-value.ts';
import type { OutlierLevel } from '../codes/outlier-level.ts';
import { type LevelRules, levelBy, type UsualCodes } from '../codes/stored-codes.ts';

/** What is usual for the codes of one kind; null: nothing to compare with. */
export interface KindValues {
  readonly usual: UsualCodes | null;
  readonly levels: LevelRules | null;
}

/** What is usual for the codes of a device's model (CH-03). 13 codes have nothing to compare with. */
export interface ModelValues {
  readonly '05': KindValues;
  readonly '08': KindValues;
}

const none: KindValues = { usual: null, levels: null };
export const noModelValues: ModelValues = { '05': none, '08': none };

interface CodeName {
  readonly kind: string;
  readonly main: number;
  /** Null: codes of this kind have none. */
  readonly sub: number | null;
}

/** Parts of `05-2103-0` or `13-100`; undefined for any other text. */
export function parseCode(code: string): CodeName | undefined {
  const found = /^(\d{2})-(\d{1,5})(?:-(\d{1,5}))?$/.exec(code);
  if (found === null) return undefined;
  const [, kind = '', main, sub] = found;
  return { kind, main: Number(main), sub: sub === undefined ? null : Number(sub) };
}

function kindOf(code: string, values: ModelValues): [KindValues, string] | undefined {
  const name = parseCode(code);
  if (name === undefined || name.sub === null) return undefined;
  const { kind } = name;
  return kind === '05' || kind === '08' ? [values[kind], `${name.main}.${name.sub}`] : undefined;
}

/** The commonest value of a code in its model; null where it is not known or may not be shown. */
export function modeOf(code: string, values: ModelValues): string | null {
  const found = kindOf(code, values);
  return found?.[0].usual?.[found[1]]?.[0] ?? null;
}

/** How unlike the model a value is, 0 to 3; null where too few devices are known. */
export function levelOf(code: string, value: string, values: ModelValues): OutlierLevel | null {
  const found = kindOf(code, values);
  return found === undefined ? null : levelBy(value, found[0].levels?.[found[1]]);
}

/** Whether a value is the commonest one of the model; false where that is not known. */
export function isMode(code: string, value: string, values: ModelValues): boolean {
  const mode = modeOf(code, values);
  return mode !== null && toFleetValue(value) === mode;
}

/** Codes by kind, main and sub code as numbers; texts that are no codes last. */
export function compareCodes(a: string, b: string): number {
  const [one, other] = [parseCode(a), parseCode(b)];
  if (one === undefined || other === undefined)
    return one === other ? (a < b ? -1 : a > b ? 1 : 0) : one === undefined ? 1 : -1;
  return Number(one.kind) - Number(other.kind) || one.main - other.main || (one.sub ?? 0) - (other.sub ?? 0);
}
