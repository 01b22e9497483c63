import type { VisitRow } from '@platen/contract/visits';

/** How a visit of today shows on the hours; by its fill, never a person by a colour. */
export type BlockLook = 'planned' | 'underWay' | 'done' | 'late' | 'elsewhere';

/** A visit on the hours of today: where it begins and ends, in percent of the width, and on which line. */
interface Block {
  readonly visit: VisitRow;
  readonly look: BlockLook;
  readonly start: number;
  readonly width: number;
  readonly line: number;
}

/** The visits of one person, or of none (`person` null). */
interface Lane {
  readonly person: VisitRow['assignee'];
  readonly count: number;
  /** Without hours, in the order of the list. */
  readonly untimed: readonly { readonly visit: VisitRow; readonly look: BlockLook }[];
  readonly blocks: readonly Block[];
  /** Lines that blocks at the same time take. */
  readonly lines: number;
}

interface Lanes {
  /** Full hours, the first and the last one included. */
  readonly hours: readonly number[];
  /** Those with a label: every second one of many, and none that the label of now would cover. */
  readonly labelled: readonly number[];
  /** Where now is, in percent; undefined outside of these hours. */
  readonly now: number | undefined;
  readonly lanes: readonly Lane[];
}

/** Hours shown on a day without working hours. */
const usualHours = { from: '08:00', to: '17:00' };
/** Hours that each have a label; of more every second one has. */
const mostLabels = 12;
/**
 * Percent of the width from one label to another so that both can be read, at the narrowest desk; the first
 * and the last label stand inside of the scale, so they reach further towards now.
 */
const labelRoom = { between: 5, ends: 7.5 };
/** Minutes that a visit takes without an end. */
const openMinutes = 60;

/** Minutes since midnight of `HH:MM`. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

interface Clock {
  /** `HH:MM` now in the zone of the organisation. */
  readonly now: string;
  readonly workingHours: { readonly from: string; readonly to: string } | null;
  /** `HH:MM` of an instant in that zone. */
  readonly timeOf: (instant: string) => string;
}

/**
 * Visits of today as lanes by person, on hours (VP-06). The hours are those of work, wider where a visit lies
 * outside of them. Persons stand in the order of their names, visits without an assignee last; nothing is
 * proposed.
 */
export function toLanes(visits: readonly VisitRow[], { now, workingHours, timeOf }: Clock): Lanes {
  const at = minutesOf(now);
  const spans = new Map(visits.map((visit) => [visit.visitId, spanOf(visit, at, timeOf)]));
  const { from, to } = workingHours ?? usualHours;
  const ends = [...spans.values()].flatMap((span) => (span === undefined ? [] : [span]));
  const first = Math.floor(Math.min(minutesOf(from), ...ends.map(({ start }) => start)) / 60);
  const last = Math.ceil(Math.max(minutesOf(to), ...ends.map(({ end }) => end)) / 60);
  const place = (minutes: number): number => (100 * (minutes - first * 60)) / ((last - first) * 60);
  const people = new Map<string, VisitRow[]>();
  for (const visit of visits) {
    const key = visit.assignee?.userId ?? '';
    people.set(key, [...(people.get(key) ?? []), visit]);
  }
  const lanes = [...people.values()].map((own): Lane => {
    const timed = own
      .flatMap((visit) => {
        const span = spans.get(visit.visitId);
        return span === undefined ? [] : [{ visit, ...span }];
      })
      .toSorted((one, other) => one.start - other.start);
    const free: number[] = [];
    const blocks = timed.map(({ visit, start, end }): Block => {
      const found = free.findIndex((until) => until <= start);
      const line = found === -1 ? free.length : found;
      free[line] = end;
      return { visit, look: lookOf(visit, at), start: place(start), width: place(end) - place(start), line };
    });
    return {
      person: own[0]?.assignee ?? null,
      count: own.length,
      untimed: own.flatMap((visit) =>
        spans.get(visit.visitId) === undefined ? [{ visit, look: lookOf(visit, at) }] : [],
      ),
      blocks,
      lines: Math.max(1, free.length),
    };
  });
  const hours = Array.from({ length: last - first + 1 }, (_, hour) => first + hour);
  const nowAt = at >= first * 60 && at <= last * 60 ? place(at) : undefined;
  const isCovered = (hour: number): boolean =>
    nowAt !== undefined &&
    Math.abs(place(hour * 60) - nowAt) < (hour === first || hour === last ? labelRoom.ends : labelRoom.between);
  return {
    hours,
    labelled: hours.filter((hour) => (last - first <= mostLabels || (hour - first) % 2 === 0) && !isCovered(hour)),
    now: nowAt,
    lanes: lanes.toSorted((one, other) => byName(one.person, other.person)),
  };
}

const byName = (one: VisitRow['assignee'], other: VisitRow['assignee']): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : one.name.localeCompare(other.name);

/** When it was or will be, in minutes of today; undefined: without hours. */
function spanOf(
  { state, hours, startedAt, doneAt }: VisitRow,
  now: number,
  timeOf: Clock['timeOf'],
): { start: number; end: number } | undefined {
  if (state === 'underWay' && startedAt !== null) {
    const start = Math.min(minutesOf(timeOf(startedAt)), now);
    return { start, end: Math.max(start + 15, now) };
  }
  if (state === 'done' && startedAt !== null && doneAt !== null) {
    const [start, end] = [minutesOf(timeOf(startedAt)), minutesOf(timeOf(doneAt))];
    if (end > start) return { start, end: Math.max(end, start + 30) };
  }
  if (hours === null) return undefined;
  const start = minutesOf(hours.from);
  return { start, end: hours.to === null ? Math.min(start + openMinutes, 24 * 60) : minutesOf(hours.to) };
}

/**
 * When the visits of today should have begun that have not, `HH:MM`, the earliest first; by the clock of the
 * organisation.
 */
export const lateSince = (visits: readonly VisitRow[], today: string, now: string): readonly string[] =>
  visits
    .flatMap((visit) =>
      visit.plannedDay === today && visit.hours !== null && lookOf(visit, minutesOf(now)) === 'late'
        ? visit.hours.from
        : [],
    )
    .toSorted();

function lookOf({ state, kind, hours }: VisitRow, now: number): BlockLook {
  if (state === 'underWay' || state === 'done') return state;
  if (kind === 'elsewhere') return 'elsewhere';
  return hours !== null && minutesOf(hours.from) < now ? 'late' : 'planned';
}
