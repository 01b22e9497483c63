import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '@platen/contract/constants';
import { toDate } from '@platen/diagnosis/components/part-life/dates';
import type { Action, EvaluatedCondition } from '@platen/diagnosis/conditions/model';
import type { Day } from '@platen/diagnosis/history/day-reading';
import { Random } from '@platen/simulator/fleet/random';
import type { ServiceDay } from '@platen/simulator/fleet/visits';
import { decideVisit, isFixedBy, type Visit as Made, needsVisit } from '@platen/simulator/service/visit';
import { type ListedDevice, workTime } from './listed-device.ts';
import type { ServicePeople } from './listed-fleet.ts';

/**
 * Whom the service people visit first: the order of the worklist; devices whose status is an error, then the
 * others; what is open for longest; or each device in turn, with calls of customers first.
 */
export const orders = ['worklist', 'status', 'oldest', 'rota'] as const;
export type Order = (typeof orders)[number];

/** Conditions acknowledged in a morning. */
const acknowledged = 20;
const morning = 8 * hourMs;
const noon = 12 * hourMs;
export interface PeopleCount {
  visits: number;
  /** Visits that had to be made again because a part was not there. */
  again: number;
  calls: number;
  /** Parts put in, those of them that had failed, and parts of another kind put in by mistake. */
  putIn: number;
  hadFailed: number;
  wrong: number;
}

interface Visit extends Made {
  readonly visitId: string;
  readonly conditions: readonly EvaluatedCondition[];
}

/** Simulated service people with a number of visits a day (GE-22); what really is wrong stays known. */
export class Crew implements ServicePeople {
  readonly count: PeopleCount = { visits: 0, again: 0, calls: 0, putIn: 0, hadFailed: 0, wrong: 0 };
  readonly #order: Order;
  readonly #visitsADay: number;
  readonly #random: Random;
  #next = 0;
  #due = 0;
  #again = new Map<number, readonly string[]>();
  #visits = new Map<number, Visit>();
  #actions = new Map<number, Action[]>();
  readonly #called = new Map<number, string>();

  constructor(seed: string, order: Order, visitsADay: number) {
    this.#order = order;
    this.#visitsADay = visitsADay;
    this.#random = new Random(seed, 'service people', order);
  }

  goTo(day: Day, devices: readonly ListedDevice[]): ReadonlyMap<number, ServiceDay> {
    this.#actions = new Map();
    this.#visits = new Map();
    if (!workTime.isWorkingDay(day)) return new Map();
    this.#takeCalls(day, devices);
    this.#due += this.#visitsADay;
    const returned = devices.filter(({ index }) => this.#again.has(index));
    const others = this.#inOrder(devices).filter(({ index }) => !this.#again.has(index));
    const chosen = [...returned, ...others].slice(0, Math.floor(this.#due));
    this.#due -= chosen.length;
    for (const device of chosen) this.#visits.set(device.index, this.#visit(device));
    const rest = others.filter(({ index, row }) => !this.#visits.has(index) && row !== null);
    for (const device of rest.slice(0, acknowledged))
      for (const { conditionId, work } of device.open)
        if (work === 'open') this.#act(device, day * dayMs + morning, { action: 'acknowledge', conditionId });
    return new Map([...this.#visits].map(([index, { putIn }]) => [index, { putIn }]));
  }

  record(day: Day, devices: readonly ListedDevice[]): ReadonlyMap<number, readonly Action[]> {
    const plannedDay = toDate(day);
    for (const [index, visit] of this.#visits) {
      const device = devices[index];
      if (device === undefined) continue;
      const { visitId } = visit;
      for (const condition of visit.conditions) {
        const { conditionId } = condition;
        this.#act(device, day * dayMs + morning, { action: 'plan', conditionId, plannedDay, visitId });
        const isFixed = isFixedBy(visit, condition);
        this.#act(
          device,
          day * dayMs + noon,
          isFixed ? { action: 'visitFixed', conditionId, visitId } : { action: 'unplan', conditionId },
        );
      }
      if (device.failed.length === 0) this.#called.delete(index);
    }
    return this.#actions;
  }

  /** A customer calls on the second working day on which the machine prints nothing (WL-19). */
  #takeCalls(day: Day, devices: readonly ListedDevice[]): void {
    for (const device of devices) {
      if (!device.failed.some(({ stops }) => stops)) this.#called.delete(device.index);
      else if (!this.#called.has(device.index)) this.#called.set(device.index, '');
      else if (this.#called.get(device.index) === '') {
        const conditionId = randomUUID();
        this.#called.set(device.index, conditionId);
        this.count.calls++;
        const facts = { unusable: true };
        this.#act(device, day * dayMs + morning, { action: 'call', conditionId, subject: `call ${day}`, facts });
      }
    }
  }

  #inOrder(devices: readonly ListedDevice[]): ListedDevice[] {
    const listed = devices.filter(({ open }) => open.some(({ kind, work }) => needsVisit(kind) && work !== 'snoozed'));
    const hasCalled = ({ open }: ListedDevice) => open.some(({ kind }) => kind === 'person');
    const sorted = {
      worklist: () => listed.toSorted((a, b) => (b.row?.order ?? 0) - (a.row?.order ?? 0)),
      status: () => listed.toSorted((a, b) => Number(b.isDown || hasCalled(b)) - Number(a.isDown || hasCalled(a))),
      oldest: () => listed.toSorted((a, b) => (a.row?.since ?? 0) - (b.row?.since ?? 0)),
      rota: () => {
        const turn = [...devices.slice(this.#next), ...devices.slice(0, this.#next)];
        return [...turn.filter(hasCalled), ...turn.filter((device) => !hasCalled(device))];
      },
    };
    return sorted[this.#order]();
  }

  #visit(device: ListedDevice): Visit {
    const { index, failed, judgement } = device;
    const conditions = device.open.filter(({ kind, work }) => needsVisit(kind) && work !== 'snoozed');
    const again = this.#again.get(index);
    this.#again.delete(index);
    if (this.#order === 'rota' && again === undefined && !conditions.some(({ kind }) => kind === 'person'))
      this.#next = index + 1;
    const bring = (judgement?.bring ?? []).filter((item) => !item.startsWith('toner.'));
    const visit = decideVisit({ conditions, bring, failed, again, byTurn: this.#order === 'rota' }, this.#random);
    const { putIn, recorded, missing } = visit;
    if (missing.length > 0) this.#again.set(index, missing);
    this.count.visits++;
    if (again !== undefined) this.count.again++;
    this.count.putIn += putIn.length;
    this.count.hadFailed += failed.filter(({ item }) => putIn.includes(item)).length;
    this.count.wrong += recorded.length - putIn.length;
    return { visitId: randomUUID(), conditions, ...visit };
  }

  #act({ index }: ListedDevice, at: number, action: PlainAction): void {
    const actions = this.#actions.get(index) ?? [];
    actions.push({ eventId: randomUUID(), at, by: 'service', ...action });
    this.#actions.set(index, actions);
  }
}

type PlainAction = Action extends infer A ? (A extends Action ? Omit<A, 'eventId' | 'at' | 'by'> : never) : never;
