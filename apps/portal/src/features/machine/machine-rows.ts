import type { MachineAnswer } from '@platen/contract/machine';

export type Tray = NonNullable<MachineAnswer['trays']>[number];
export type UnitState = Tray['state'];
type Size = NonNullable<Tray['size']>;

/** Millimetres of the shorter and the longer side: ISO 216, JIS P 0138, and ANSI by PWG 5101.1. */
const papers: readonly (readonly [name: string, short: number, long: number])[] = [
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['A6', 105, 148],
  ['B4', 257, 364],
  ['B5', 182, 257],
  ['Letter', 215.9, 279.4],
  ['Legal', 215.9, 355.6],
  ['Ledger', 279.4, 431.8],
  ['Executive', 184.2, 266.7],
  ['Statement', 139.7, 215.9],
];
/** What agents round their lengths by: 17 inches are sent as 170,000 and as 169,900 of their units. */
const toleranceMm = 1.5;

/** The name of a paper by its size, whichever side is fed first; undefined for one of no known format. */
export function toPaperName({ feedMm, crossMm }: Size): string | undefined {
  const [short, long] = feedMm < crossMm ? [feedMm, crossMm] : [crossMm, feedMm];
  return papers.find(
    ([, width, height]) => Math.abs(width - short) <= toleranceMm && Math.abs(height - long) <= toleranceMm,
  )?.[0];
}

/** Paper of a tray: its format, and the name the device has for it unless that repeats the format. */
export function toPaperWords({ media, size }: Pick<Tray, 'media' | 'size'>): string | undefined {
  const format = size === null ? undefined : toPaperName(size);
  if (media === null || format === undefined) return media ?? format;
  return media.toLowerCase().includes(format.toLowerCase()) ? media : `${format}, ${media}`;
}

type Named = 'offline' | 'nonCritical' | 'critical' | NonNullable<NonNullable<UnitState>['availability']>;

/** The parts of a unit's state that have a text, in the order they are read; none: not reported. */
export function toStateNames(state: UnitState): Named[] {
  if (state === null) return [];
  return [
    ...(state.availability === null ? [] : [state.availability]),
    ...(state.alert === null ? [] : [state.alert]),
    ...(state.offline ? (['offline'] as const) : []),
  ];
}

/** Whether somebody has to look: what cannot be used, or has an alert that stops it. */
export const isStopped = (state: UnitState): boolean =>
  state !== null && (state.availability === 'broken' || state.alert === 'critical');
