import type { DeviceRecord } from '@platen/contract/visit-records';
import { type Day, toDate, toDay } from '../fleet/calendar.ts';
import { simulateDevice } from '../fleet/device.ts';
import { toSpec } from '../fleet/device-spec.ts';
import { Random } from '../fleet/random.ts';
import type { FailedItem } from '../fleet/visits.ts';
import type { World } from '../fleet/world.ts';
import { decideWork, type Step } from './decide-work.ts';
import type { Portal } from './portal.ts';
import { decideProposal, decideSettings } from './set-codes.ts';
import { toRecord } from './to-record.ts';
import { decideVisit, needsVisit } from './visit.ts';
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
/** Visits ahead whose devices' codes are looked at in a turn. */
const looked = 10;
/** How long somebody is at a customer. */
const visitMs = 45 * 60_000;
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

  /**
   * Deals with at most `most` matters of the list, gives a day to drafts of former days, records at most
   * `visits` of those planned for today, and goes to the next ones.
   */
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
    if (await this.#planDraft(now)) note('plan');
    if (await this.#propose()) note('propose');
    for (const name of await this.#goOut(now, visits)) note(name);
    return done;
  }

  /**
   * Makes what a first look at visits should find and chance may not have brought: a draft, a visit that was
   * recorded today, one that is under way, and one that was cancelled.
   */
  async makeExamples(now: number): Promise<void> {
    const { dispatcher, technicians } = this.#crew;
    const { portal } = dispatcher;
    const { head } = await portal.readVisits('drafts');
    const rows = (await portal.readRows(1)).filter(
      ({ serial, plannedDay }) => this.#indexes.has(serial ?? '') && plannedDay === null,
    );
    const [left, ...others] = rows;
    if (head.drafts === 0 && left !== undefined)
      await portal.makeVisit({
        kind: 'maintenance',
        note: 'When somebody is near',
        devices: [{ deviceId: left.rowId, conditionIds: [], tasks: ['Clean the rollers and the glass'] }],
      });
    const steps = [...(head.doneToday === 0 ? ['record'] : []), ...(head.underWay === 0 ? ['start'] : [])];
    for (const [at, step] of steps.entries()) {
      const [row, technician] = [others[at], technicians[at % Math.max(1, technicians.length)]];
      if (row === undefined || technician === undefined) continue;
      const conditionIds = row.conditions
        .filter(({ work, kind }) => work === 'open' && needsVisit(kind))
        .map(({ conditionId }) => conditionId);
      const { visitId } = await portal.makeVisit({
        kind: 'repair',
        plannedDay: toDate(toDay(now)),
        assignee: technician.userId,
        devices: [{ deviceId: row.rowId, conditionIds }],
      });
      if (step === 'record') await this.#record(technician, visitId, now);
      else await technician.portal.startVisit(visitId);
    }
    if ((await portal.readVisits('cancelled')).visits.length > 0) return;
    const later = (await portal.readVisits('open')).visits.findLast(
      ({ state, plannedDay }) => state === 'planned' && plannedDay !== null && plannedDay > toDate(toDay(now)),
    );
    if (later !== undefined)
      await portal.cancelVisit(later.visitId, {
        reason: 'byCustomer',
        note: 'Closed that week',
        version: later.version,
      });
  }

  async #act({ by, body }: Step): Promise<void> {
    const { dispatcher, technicians } = this.#crew;
    const person = technicians.find(({ userId }) => userId === by) ?? dispatcher;
    await person.portal.act(body);
  }

  /** Gives the oldest draft of a former day, of which parts were missing, the next working day. */
  async #planDraft(now: number): Promise<boolean> {
    const { dispatcher, technicians } = this.#crew;
    const { visits } = await dispatcher.portal.readVisits('drafts');
    const today = toDay(now);
    const draft = visits.findLast(
      ({ kind, madeAt, devices }) => kind === 'repair' && toDay(Date.parse(madeAt)) < today && this.#areOurs(devices),
    );
    const plannedDay = workingDays(today + 1)[0];
    const random = new Random(this.#fleet.seed, 'draft', draft?.visitId ?? '');
    if (draft === undefined || plannedDay === undefined || technicians.length === 0) return false;
    const assignee = random.pick(technicians).userId;
    await dispatcher.portal.planVisit(draft.visitId, { plannedDay, assignee, version: draft.version });
    return true;
  }

  /** Looks at the codes of a device that somebody goes to, and proposes to set some back. */
  async #propose(): Promise<boolean> {
    const { portal } = this.#crew.dispatcher;
    const { visits } = await portal.readVisits('open');
    const ahead = visits.filter(({ state, devices }) => state === 'planned' && this.#areOurs(devices));
    for (const { devices } of ahead.slice(0, looked))
      for (const { deviceId } of devices) {
        const body = decideProposal(await portal.readCodeChanges(deviceId), await portal.readProposals(deviceId));
        if (body === undefined) continue;
        await portal.proposeCodes(deviceId, body);
        return true;
      }
    return false;
  }

  readonly #areOurs = (devices: readonly { readonly serial: string | null }[]): boolean =>
    devices.length > 0 && devices.every(({ serial }) => this.#indexes.has(serial ?? ''));

  /**
   * Records visits of today: `most` of those that have not begun, and those begun long enough ago. Then
   * each technician who is nowhere begins the next.
   */
  async #goOut(now: number, most: number): Promise<readonly string[]> {
    const today = toDate(toDay(now));
    const { visits } = await this.#crew.dispatcher.portal.readVisits('open');
    const names: string[] = [];
    const ours = visits.filter(({ devices }) => this.#areOurs(devices));
    const due = ours.filter(({ state, plannedDay }) => state === 'planned' && plannedDay === today);
    const underWay = ours.filter(({ state }) => state === 'underWay');
    const over = underWay.filter(({ startedAt }) => now - Date.parse(startedAt ?? '') >= visitMs);
    const recorded = [...over, ...due.slice(0, most)];
    for (const { visitId, assignee } of recorded) {
      const technician = this.#technicianOf(assignee);
      if (technician === undefined) continue;
      await this.#record(technician, visitId, now);
      names.push('visit');
    }
    const busy = new Set(underWay.flatMap((visit) => (over.includes(visit) ? [] : (visit.assignee?.userId ?? []))));
    for (const { visitId, assignee } of due.slice(most)) {
      const technician = this.#technicianOf(assignee);
      if (technician === undefined || busy.has(technician.userId)) continue;
      busy.add(technician.userId);
      await technician.portal.startVisit(visitId);
      names.push('start');
    }
    return names;
  }

  readonly #technicianOf = (assignee: { readonly userId: string } | null): Person | undefined =>
    this.#crew.technicians.find(({ userId }) => userId === assignee?.userId);

  /** Does the work at the devices of a visit, and records it. */
  async #record({ portal }: Person, visitId: string, now: number): Promise<void> {
    const visit = await portal.readVisit(visitId);
    const day = toDay(now);
    const records: DeviceRecord[] = [];
    for (const { deviceId, serial, conditions: planned, bring: missing } of visit.devices) {
      const conditions = planned.filter(({ work }) => work !== 'resolved');
      const index = this.#indexes.get(serial ?? '');
      if (index === undefined) continue;
      const { bring } = await portal.readRow(deviceId);
      const failed = this.#failedOn(index, day);
      const random = new Random(this.#fleet.seed, 'visit', index, toDate(day));
      const parts = bring.flatMap(({ item }) => (item.startsWith('toner.') ? [] : [item]));
      const again = missing.length === 0 ? undefined : missing.map(({ item }) => item);
      const made = decideVisit({ conditions, bring: parts, failed, again, looks: true }, random);
      const settings = decideSettings(await portal.readProposals(deviceId), random);
      this.#fleet.visits.add(day + 1, index, made.putIn, settings.set);
      records.push(toRecord(made, { deviceId, conditions, hadFailed: failed.length > 0, leftAt: now, settings }));
    }
    await portal.recordVisit(visitId, visit.version, records);
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

/** Monday to Friday from this day on. */
function workingDays(from: Day): string[] {
  const days: string[] = [];
  // 1970-01-01 was a Thursday.
  for (let day = from; days.length < daysAhead; day++) if ((day + 3) % 7 < 5) days.push(toDate(day));
  return days;
}
