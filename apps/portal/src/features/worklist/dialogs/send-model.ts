import type { TicketPreview } from '@platen/contract/tickets';
import type { Condition } from '@platen/contract/worklist-item';

export type SendDevice = TicketPreview['devices'][number];

export const isJudged = ({ source }: Pick<Condition, 'source'>): boolean => source === 'judgement';

/**
 * What begins with a check mark: what the person ticked in the drawer, else the costliest condition of each
 * device; never what is judged, which a person ticks here after reading it (XC-01).
 */
export function toFirstTicks(devices: readonly SendDevice[], ticked: readonly string[] | undefined): Set<string> {
  const first = devices.flatMap(({ conditions }) =>
    ticked === undefined
      ? conditions.slice(0, 1)
      : conditions.filter(({ conditionId }) => ticked.includes(conditionId)),
  );
  return new Set(first.flatMap((one) => (isJudged(one) ? [] : one.conditionId)));
}

interface Chosen {
  readonly conditions: readonly Condition[];
  readonly judged: readonly Condition[];
  readonly allJudged: number;
  /** Tickets that it makes, and tickets that it adds a note to. */
  readonly fresh: number;
  readonly notes: number;
}

/** What is ticked, and what sending it makes; `apart`: devices that get a ticket of their own. */
export function toChosen(
  devices: readonly SendDevice[],
  ticks: ReadonlySet<string>,
  apart: ReadonlySet<string>,
): Chosen {
  const isTicked = ({ conditionId }: Condition) => ticks.has(conditionId);
  const conditions = devices.flatMap((device) => device.conditions.filter(isTicked));
  const going = devices.filter((device) => device.conditions.some(isTicked));
  const notes = going.filter(({ rowId, ticket }) => ticket !== null && !apart.has(rowId)).length;
  return {
    conditions,
    judged: conditions.filter(isJudged),
    allJudged: devices.flatMap((device) => device.conditions.filter(isJudged)).length,
    fresh: going.length - notes,
    notes,
  };
}
