import { signSeverityOf } from '@platen/contract/advice';
import type { Priority } from '@platen/contract/worklist-names';
import type { Day } from '@platen/diagnosis/history/day-reading';
import type { TruthEvent } from '../diagnosis/fleet-truth.ts';
import { type ListedDevice, workTime } from './listed-device.ts';
import { type FleetPlan, runFleet } from './listed-fleet.ts';

/** Days within which a row of P1 or P2 has to be followed by what it speaks of (FG-02). */
const within = 30;

/** A time from which the row of a device was P1 or P2. */
interface Episode {
  readonly device: number;
  readonly from: Day;
  /** Kind of its headline. */
  readonly kind: string;
}

/** A stretch of days on which a device was down. */
interface Down {
  readonly device: number;
  readonly from: Day;
  hours: number;
  /** It had a row of P1 to P3 on the evening before, and on the evening of its first day. */
  readonly before: boolean;
  readonly atStart: boolean;
}

export interface ListScore {
  fleetDays: number;
  /** Rows at the end of the days, summed. */
  readonly rows: Record<Priority, number>;
  /** Parts that rest on a sign of the grade 'watch', summed alike. */
  watched: number;
  /** By kind of the headline: rows that became P1 or P2, and those of them that were followed. */
  readonly followed: Map<string, { rows: number; followed: number }>;
  readonly downs: Down[];
  /** Rows that became P1 to P3, and those that went or fell to P4; over all days. */
  readonly flow: { came: number; went: number };
  /** Parts and drives that failed within the days of the list. */
  failures: number;
}

const pressing = (priority: Priority | undefined): boolean => priority === 'P1' || priority === 'P2';

/** Whether a part, drive or sensor fails, a cartridge is empty or the device is down from `from` on. */
function isFollowed(from: Day, truth: readonly TruthEvent[], downDays: ReadonlySet<Day>): boolean {
  const overlaps = (start: Day | null, end: Day | null) =>
    start !== null && start <= from + within && (end ?? Infinity) >= from;
  for (let day = from; day <= from + within; day++) if (downDays.has(day)) return true;
  return truth.some((event) => {
    switch (event.kind) {
      case 'part':
        return overlaps(event.failed, event.replaced);
      case 'toner':
        return overlaps(event.empty, event.replaced);
      case 'roller':
        return overlaps(event.driftFrom, event.replaced);
      case 'storage':
        return overlaps(event.failed, event.failed);
      case 'sensor':
      case 'polygon':
      case 'ce':
        return overlaps(event.from, event.to);
      case 'spared':
        return false;
      default:
        return event satisfies never;
    }
  });
}

/** A device at the end of a day, as the score sees it. */
export interface ListedDay {
  readonly index: number;
  readonly isDown: boolean;
  readonly row: { readonly priority: Priority } | null;
  /** Kind of the headline; of a part with what its chance rests on. */
  readonly headline: string;
  /** Parts on the list that rest on a sign of the grade 'watch'. */
  readonly watched: number;
}

/** Compares what the list of a fleet shows, day by day, with what came of it (FG-01 to FG-03). */
export class ListScorer {
  readonly #score: ListScore;
  readonly #episodes: Episode[] = [];
  readonly #before = new Map<number, Priority | undefined>();
  readonly #down = new Map<number, Down>();
  readonly #downDays = new Map<number, Set<Day>>();

  constructor() {
    this.#score = {
      fleetDays: 0,
      rows: { P1: 0, P2: 0, P3: 0, P4: 0 },
      watched: 0,
      followed: new Map(),
      downs: [],
      flow: { came: 0, went: 0 },
      failures: 0,
    };
  }

  /** Takes the end of a day; days in their order. `hours`: of work on that day. */
  look(day: Day, hours: number, devices: readonly ListedDay[]): void {
    this.#score.fleetDays++;
    for (const device of devices) this.#lookAt(device, day, hours);
  }

  #lookAt({ index, isDown, row, headline, watched }: ListedDay, day: Day, hours: number): void {
    const { rows, flow, downs } = this.#score;
    if (row !== null) rows[row.priority]++;
    this.#score.watched += watched;
    const isKnown = this.#before.has(index);
    const was = this.#before.get(index);
    this.#before.set(index, row?.priority);
    if (isKnown && pressing(row?.priority) && !pressing(was))
      this.#episodes.push({ device: index, from: day, kind: headline });
    if (isKnown && isListed(row?.priority) !== isListed(was)) flow[isListed(was) ? 'went' : 'came']++;
    if (!isDown) {
      this.#down.delete(index);
      return;
    }
    this.#downDays.set(index, (this.#downDays.get(index) ?? new Set()).add(day));
    const running = this.#down.get(index);
    if (running !== undefined) running.hours += hours;
    else if (isKnown) {
      const down = { device: index, from: day, hours, before: isListed(was), atStart: isListed(row?.priority) };
      this.#down.set(index, down);
      downs.push(down);
    }
  }

  /** The score, by what really happened to each device from `first` to `end`. */
  finish(truths: readonly (readonly TruthEvent[])[], { first, end }: { first: Day; end: Day }): ListScore {
    const { followed } = this.#score;
    for (const { device, from, kind } of this.#episodes) {
      if (from + within > end) continue;
      const count = followed.get(kind) ?? { rows: 0, followed: 0 };
      count.rows++;
      if (isFollowed(from, truths[device] ?? [], this.#downDays.get(device) ?? new Set())) count.followed++;
      followed.set(kind, count);
    }
    for (const event of truths.flat())
      if ((event.kind === 'part' || event.kind === 'storage') && event.failed !== null)
        if (event.failed >= first && event.failed <= end) this.#score.failures++;
    return this.#score;
  }
}

/** The score of the list of a fleet without service people, and the processor time of its devices. */
export function scoreList(plan: FleetPlan): ListScore & { readonly spent: readonly ListedDevice['spent'][] } {
  const scorer = new ListScorer();
  const devices = runFleet(plan, undefined, (day, fleet) =>
    scorer.look(
      day,
      workTime.hoursOf(day),
      fleet.map((device) => ({
        index: device.index,
        isDown: device.isDown,
        row: device.row,
        headline: headlineOf(device),
        watched: device.open.filter(({ kind, facts }) => kind === 'part' && signSeverityOf(facts.messageId) === 'watch')
          .length,
      })),
    ),
  );
  const score = scorer.finish(
    devices.map(({ truth }) => truth),
    { first: plan.end - plan.days + 1, end: plan.end },
  );
  return { ...score, spent: devices.map(({ spent }) => spent) };
}

const isListed = (priority: Priority | undefined): boolean => priority !== undefined && priority !== 'P4';
function headlineOf({ row, conditions }: ListedDevice): string {
  const first = conditions.find(({ conditionId }) => conditionId === row?.conditionIds[0]);
  if (first === undefined) return 'none';
  return first.kind === 'part' ? `part by ${first.cost?.chanceFrom ?? 'report'}` : first.kind;
}

/** Hours of devices down, and those of them with a row before or on their first day (FG-03). */
export function toCovered(downs: ListScore['downs']): { hours: number; covered: number; before: number } {
  const hours = (some: ListScore['downs']) => some.reduce((sum, one) => sum + one.hours, 0);
  return {
    hours: hours(downs),
    covered: hours(downs.filter(({ before, atStart }) => before || atStart)),
    before: hours(downs.filter(({ before }) => before)),
  };
}
