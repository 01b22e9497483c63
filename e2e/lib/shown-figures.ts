import type { EvidenceAnswer } from '@platen/contract/details';
import type { FigureKind, InputsOf } from '@platen/contract/figures';
import { type Reproduced, reproduce } from '@platen/diagnosis/figures/reproduce';

/** What a figure on a screen may be. */
export type Shown = number | string | boolean | null;
/** A leaf of an answer with the path that leads to it, `PMParts.parts.3.lifeNow`. */
export type Leaf = readonly [path: string, value: Shown];

/** The figures of an answer: numbers, and texts that are dates, months or values of codes. */
export function* leavesOf(value: unknown, path: string): Generator<Leaf> {
  if (typeof value === 'number') yield [path, value];
  else if (typeof value === 'string' && /^\d{4}-\d{2}(-\d{2})?$/.test(value)) yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, `${path}.${key}`);
}

/** The answers of all calls about one device, by their paths below it. */
export type Answers = Readonly<Record<string, Record<string, unknown> | null>>;

export interface Device {
  readonly answers: Answers;
  readonly evidence: EvidenceAnswer;
  /** Its row of the device list, and its cells in an English export by their heads. */
  readonly listed: Readonly<Record<string, unknown>>;
  readonly exported: Readonly<Record<string, string>>;
}

/** The value at a path of an answer. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((of, key) => (typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined), value);
}

/**
 * The figure of a kind made again from the inputs behind a path of the evidence; undefined where there are
 * none of this kind.
 */
export function made<K extends FigureKind>({ evidence }: Device, path: string, kind: K): Reproduced[K] | undefined {
  const key = evidence.evidence[path]?.figure ?? path;
  const inputs = evidence.figures?.[key]?.inputs;
  return inputs === undefined ? undefined : madeOf(inputs, kind);
}

/** The same from inputs that come with the figure itself. */
export function madeOf<K extends FigureKind>(inputs: unknown, kind: K): Reproduced[K] | undefined {
  return isOf(inputs, kind) ? reproduce(kind, inputs) : undefined;
}

const isOf = <K extends FigureKind>(inputs: unknown, kind: K): inputs is InputsOf<K> =>
  typeof inputs === 'object' && inputs !== null && Reflect.get(inputs, 'kind') === kind;

/**
 * A reading as its raw value has it; undefined where its evidence is not there, or it is not a reading as
 * reported.
 */
export function rawOf({ evidence }: Device, path: string, name?: string): number | undefined {
  const entry = evidence.evidence[path];
  const raw = name === undefined ? entry?.raw : entry?.also?.find(({ source }) => source === name)?.raw;
  return raw === undefined || (name === undefined && entry?.rule !== 'asReported') ? undefined : Number(raw);
}
