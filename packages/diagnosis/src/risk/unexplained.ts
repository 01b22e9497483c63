import { daysAhead } from '../figures/reproduce.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { toPartPieces } from './part-pieces.ts';
import { failuresWithin, type StopModel } from './stop-model.ts';
import type { StopCause } from './stop-risk.ts';

/** Causes that are no part: that a call comes again, and what nothing announces. */
const [calls, unexplained] = ['serviceCalls', 'unexplained'] as const;
/** Of a part or drive whose own chance within 14 days is smaller nothing announces that it fails. */
const announcedFrom = 0.01;

/** Whether a cause names what fails. */
export const isNamed = ({ item }: Pick<StopCause, 'item'>): boolean => item !== calls && item !== unexplained;
const isAnnounced = ({ item, risk }: StopCause): boolean =>
  item === calls || (isNamed({ item }) && risk[1] >= announcedFrom);

/**
 * Causes that do not overlap: those that something announces, and a failure of any other part as one cause,
 * from how often parts of that age fail in the fleet. Where a service call may come again, that is what
 * announces it. The causes as they are before the fleet has taught anything, or where no use of a part is
 * known.
 */
export function withUnexplained(
  causes: readonly StopCause[],
  history: DeviceHistory,
  model: StopModel | undefined,
): readonly StopCause[] {
  if (model === undefined) return causes;
  const announced = causes.filter(isAnnounced);
  const named = new Set(announced.map(({ item }) => item));
  const others = toPartPieces(history).filter(({ item, until }) => until === undefined && !named.has(item));
  const expected = daysAhead.map((days) => others.map((piece) => failuresWithin(piece, model, days)));
  if (expected.every((own) => own.every((one) => one === undefined))) return causes;
  const [week = 0, fortnight = 0, month = 0] = expected.map(
    (own) => 1 - Math.exp(-own.reduce<number>((sum, one) => sum + (one ?? 0), 0)),
  );
  const risk = [week, fortnight, month] as const;
  if (!named.has(calls)) return [...announced, { item: unexplained, group: unexplained, risk, basis: undefined }];
  return announced.map((cause) => (cause.item === calls ? { ...cause, risk: either(cause.risk, risk) } : cause));
}

type Chances = StopCause['risk'];
const either = (one: Chances, other: Chances): Chances => [
  1 - (1 - one[0]) * (1 - other[0]),
  1 - (1 - one[1]) * (1 - other[1]),
  1 - (1 - one[2]) * (1 - other[2]),
];
