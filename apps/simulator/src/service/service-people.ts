import type { ActionBody } from '@platen/contract/worklist';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { type Day, dayMs, toDate, toDay } from '../fleet/calendar.ts';
import { simulateDevice } from '../fleet/device.ts';
import { toSpec } from '../fleet/device-spec.ts';
import { Random } from '../fleet/random.ts';
import type { FailedItem } from '../fleet/visits.ts';
import type { World } from '../fleet/world.ts';
import { decideWork, type Step } from './decide-work.ts';
import type { Portal } from './portal.ts';
import { decideVisit, isFixedBy, needsVisit } from './visit.ts';
import type { VisitRecord } from './visit-record.ts';

/** The fleet that they serve: its devices are simulated alike by their number. */
export interface ServedFleet {
  readonly seed: string;
  readonly devices: number;
  readonly world: World;
  readonly visits: VisitRecord;
}

interface Person {
  readonly userId: string;
  readonly portal: Portal;
}

export interface Crew {
  readonly dispatcher: Person;
  readonly technicians: readonly Person[];
}

/** Pages of the list that people look through. */
const pages = 3;
/** Working days that visits are planned for. */
const daysAhead = 25;

/** What was done in a turn, by name of the action. */
export type Done = ReadonlyMap<string, number>;

/**
 * Simulated service people who work on the list of a server by its calls, and at the devices of the fleet by
 * the record of visits.
 */
export class ServicePeople {
  readonly #fleet: ServedFleet;
  readonly #crew: Crew;
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(fleet: ServedFleet, crew: Crew) {
    this.#fleet = fleet;
    this.#crew = crew;
    const { seed, devices, world } = fleet;
    this.#indexes = new Map(
      Array.from({ length: devices }, (_, index) => [toSpec(seed, index, world).serial, index] as const),
    );
  }

  /** From tomorrow on only they come for what fails in the fleet. */
  begin(now: number): void {
    this.#fleet.visits.begin(toDay(now) + 1);
  }

  /** Deals with at most `most` matters of the list, and makes at most `visits` of those planned for today. */
  async turn(now: number, { most, visits }: { most: number; visits: number }): Promise<Done> {
    const { dispatcher, technicians } = this.#crew;
    const done = new Map<string, number>();
    const note = (name: string) => done.set(name, (done.get(name) ?? 0) + 1);
    const rows = await dispatcher.portal.readRows(pages);
    const steps = decideWork(rows, {
      staff: { dispatcher: dispatcher.userId, technicians: technicians.map(({ userId }) => userId) },
      days: workingDays(toDay(now)),
      seed: this.#fleet.seed,
      isOfFleet: (serial) => serial !== null && this.#indexes.has(serial),
    });
    for (const step of steps.slice(0, most)) {
      await this.#act(step);
      note(step.body.action);
    }
    const today = toDate(toDay(now));
    const due = rows.filter(({ conditions }) => conditions.some((one) => isDue(one, today)));
    for (const row of due.slice(0, visits)) if (await this.#visit(row, now)) note('visit');
    return done;
  }

  async #act({ by, body }: Step): Promise<void> {
    const { dispatcher, technicians } = this.#crew;
    const person = technicians.find(({ userId }) => userId === by) ?? dispatcher;
    await person.portal.act(body);
  }

  /** Goes to a device; whether the technician who was planned works here. */
  async #visit({ rowId, serial, conditions }: WorklistRow, now: number): Promise<boolean> {
    const today = toDate(toDay(now));
    const planned = conditions.filter((one) => isDue(one, today));
    const technician = this.#crew.technicians.find(({ userId }) => userId === planned[0]?.assignee?.userId);
    const index = this.#indexes.get(serial ?? '');
    if (technician === undefined || index === undefined) return false;
    const { bring } = await technician.portal.readRow(rowId);
    const failed = this.#failedOn(index, toDay(now));
    const random = new Random(this.#fleet.seed, 'visit', index, today);
    const parts = bring.flatMap(({ item }) => (item.startsWith('toner.') ? [] : [item]));
    const visit = decideVisit({ conditions: planned, bring: parts, failed, again: undefined }, random);
    this.#fleet.visits.add(toDay(now) + 1, index, visit.putIn);
    const items = (some: readonly Condition[]): ActionBody['items'] =>
      some.map(({ conditionId, version }) => ({ conditionId, version }));
    const fixed = planned.filter((one) => isFixedBy(visit, one));
    const left = planned.filter((one) => !isFixedBy(visit, one));
    const replaced = visit.recorded.length === 0 ? {} : { note: `Replaced ${visit.recorded.join(', ')}` };
    if (fixed.length > 0) {
      const reason = failed.length === 0 && visit.recorded.length === 0 ? 'noFaultFound' : 'fixed';
      await technician.portal.act({ action: 'resolve', reason, ...replaced, items: items(fixed) });
    }
    if (left.length > 0)
      await technician.portal.act({
        action: 'snooze',
        until: new Date((toDay(now) + 2) * dayMs).toISOString(),
        untilWorse: true,
        reason: 'waitingForPart',
        note: 'The part was not there; it is ordered',
        items: items(left),
      });
    return true;
  }

  /** What really has failed in a device on a day. */
  #failedOn(index: number, day: Day): readonly FailedItem[] {
    const { seed, world, visits } = this.#fleet;
    const serviceOf = visits.services()(index);
    const window = { from: day, to: day, reportsTo: day - 1 };
    for (const { failed } of simulateDevice(seed, index, window, world, serviceOf)) return failed;
    return [];
  }
}

const isDue = ({ work, kind, plannedDay }: Condition, today: string): boolean =>
  work === 'planned' && needsVisit(kind) && plannedDay !== null && plannedDay <= today;

/** Monday to Friday from this day on. */
function workingDays(from: Day): string[] {
  const days: string[] = [];
  // 1970-01-01 was a Thursday.
  for (let day = from; days.length < daysAhead; day++) if ((day + 3) % 7 < 5) days.push(toDate(day));
  return days;
}
