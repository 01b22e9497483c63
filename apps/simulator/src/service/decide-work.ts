import type { ActionBody } from '@platen/contract/worklist';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { Random } from '../fleet/random.ts';
import { needsVisit } from './visit.ts';

// What the simulated service people of the demonstration do with the rows of the worklist (GE-22).

/** Who works: one who hands out and plans, and those who go there; by user id. */
export interface Staff {
  readonly dispatcher: string;
  readonly technicians: readonly string[];
}

export interface WorkContext {
  readonly staff: Staff;
  /** Working days from today on, `YYYY-MM-DD`, the first ones that visits are planned for. */
  readonly days: readonly string[];
  /** Chance depends on this and the matter alone: the same matter is treated alike on each day. */
  readonly seed: string;
  /** Whether it is a device of the fleet, which people can be sent to. */
  readonly isOfFleet: (serial: string | null) => boolean;
}

/** An action of one person. */
export interface Step {
  readonly by: string;
  readonly body: ActionBody;
}

/** Visits of a technician on one day. */
const visitsADay = 3;
/** Days ahead that a visit which is not pressing is planned for at least. */
const notPressing = 3;

/**
 * Shares of the matters that people deal with, by what these are; the rest stays untouched, so that there is
 * always something to do for those who look at the demonstration.
 */
const shares = {
  pressing: { plan: 0.5, assign: 0.65 },
  visit: { plan: 0.25, acknowledge: 0.4 },
  supply: { snooze: 0.35, acknowledge: 0.55 },
  stopped: { snooze: 0.3, acknowledge: 0.45 },
  other: { snooze: 0.2, acknowledge: 0.35, resolve: 0.45 },
} as const;

/**
 * What people do next with the rows, the costliest first: each row whose headline is open is planned,
 * assigned, acknowledged, snoozed or resolved, or left alone; what a technician forgot or missed gets a day.
 * What was done once is not done again.
 */
export function decideWork(rows: readonly WorklistRow[], context: WorkContext): readonly Step[] {
  const calendar = new VisitCalendar(rows, context);
  return rows.flatMap((row): Step[] => {
    const [headline] = row.conditions;
    if (row.entity !== 'device' || headline === undefined || headline.inhibitedBy !== null) return [];
    const random = new Random(context.seed, 'service people', row.serial ?? '', headline.kind, headline.subject);
    const step = stepOf(row, headline, { ...context, calendar, draw: random.next(), random });
    if (step === undefined) return [];
    // The rest of the row has been seen by then.
    const taken = new Set(step.body.items.map(({ conditionId }) => conditionId));
    const rest = row.conditions.filter((one) => isUntouched(one) && !taken.has(one.conditionId));
    return rest.length === 0 ? [step] : [step, acknowledge(context.staff.dispatcher, itemsOf(rest))];
  });
}

/** Open, given to no user, and following from nothing else. */
const isUntouched = ({ work, assignee, inhibitedBy }: Condition): boolean =>
  work === 'open' && assignee === null && inhibitedBy === null;

interface Deciding extends WorkContext {
  readonly calendar: VisitCalendar;
  readonly draw: number;
  readonly random: Random;
}

function stepOf(row: WorklistRow, headline: Condition, context: Deciding): Step | undefined {
  const isOurs = headline.assignee !== null && context.staff.technicians.includes(headline.assignee.userId);
  const waits =
    headline.work !== 'planned' && headline.marks.some((mark) => mark === 'overdue' || mark === 'forgotten');
  if (isOurs && waits && needsVisit(headline.kind)) return plan(row, context, 0);
  if (headline.work !== 'open' || row.assignee !== null) return undefined;
  if (headline.marks.includes('cameBack')) return undefined;
  if (needsVisit(headline.kind)) return context.isOfFleet(row.serial) ? visit(row, context) : undefined;
  const { staff, draw } = context;
  const items = itemsOf(row.conditions.filter((one) => isUntouched(one) && !needsVisit(one.kind)));
  if (headline.kind === 'supply') {
    if (draw < shares.supply.snooze)
      return {
        by: staff.dispatcher,
        body: { action: 'snooze', ...untilOf(context, 5), reason: 'waitingForPart', note: 'Cartridge ordered', items },
      };
    return draw < shares.supply.acknowledge ? acknowledge(staff.dispatcher, items) : undefined;
  }
  if (headline.kind === 'stopped') {
    if (draw < shares.stopped.snooze)
      return {
        by: staff.dispatcher,
        body: { action: 'snooze', ...untilOf(context, 3), reason: 'waitingForCustomer', items },
      };
    return draw < shares.stopped.acknowledge ? acknowledge(staff.dispatcher, items) : undefined;
  }
  const { snooze, acknowledge: seen, resolve } = shares.other;
  if (draw < snooze)
    return {
      by: staff.dispatcher,
      body: { action: 'snooze', ...untilOf(context, 20), reason: 'knownAndAccepted', items },
    };
  if (draw < seen) return acknowledge(technicianOf(context), items);
  return draw < resolve
    ? { by: staff.dispatcher, body: { action: 'resolve', reason: 'notAProblem', items } }
    : undefined;
}

/** Planned, given to somebody, acknowledged by a technician, or left for later. */
function visit(row: WorklistRow, context: Deciding): Step | undefined {
  const { draw, staff } = context;
  const open = row.conditions.filter(({ work, kind }) => work === 'open' && needsVisit(kind));
  if (row.priority === 'P1' || row.priority === 'P2') {
    if (draw < shares.pressing.plan) return plan(row, context, 0);
    const assignee = technicianOf(context);
    return draw < shares.pressing.assign
      ? { by: staff.dispatcher, body: { action: 'assign', assignee, items: itemsOf(open) } }
      : undefined;
  }
  if (draw < shares.visit.plan) return plan(row, context, notPressing);
  return draw < shares.visit.acknowledge ? acknowledge(technicianOf(context), itemsOf(open)) : undefined;
}

/** A visit on the first day on which somebody is free; none where no technician is. */
function plan({ conditions }: WorklistRow, { calendar, staff, days, random }: Deciding, ahead: number) {
  const free = calendar.take(days.slice(ahead), random);
  if (free === undefined) return undefined;
  const items = itemsOf(conditions.filter(({ work, kind }) => work !== 'snoozed' && needsVisit(kind)));
  const step: Step = { by: staff.dispatcher, body: { action: 'plan', ...free, items } };
  return step;
}

const acknowledge = (by: string, items: ActionBody['items']): Step => ({ by, body: { action: 'acknowledge', items } });
const itemsOf = (conditions: readonly Condition[]): ActionBody['items'] =>
  conditions.map(({ conditionId, version }) => ({ conditionId, version }));
const technicianOf = ({ staff, random }: Deciding): string =>
  staff.technicians.length === 0 ? staff.dispatcher : random.pick(staff.technicians);

/** A snooze until a number of working days from now, or until it becomes worse. */
const untilOf = ({ days }: Deciding, ahead: number) => ({
  until: `${days[Math.min(ahead, days.length - 1)] ?? ''}T08:00:00.000Z`,
  untilWorse: true,
});

/** How many visits each technician has on a day. */
class VisitCalendar {
  readonly #visits = new Map<string, number>();
  readonly #technicians: readonly string[];

  constructor(rows: readonly WorklistRow[], { staff }: WorkContext) {
    this.#technicians = staff.technicians;
    for (const { conditions } of rows) {
      const planned = conditions.find(({ plannedDay }) => plannedDay !== null);
      if (planned?.plannedDay && planned.assignee) this.#add(planned.plannedDay, planned.assignee.userId);
    }
  }

  /** Reserves a visit on the first of the days on which a technician has time. */
  take(days: readonly string[], random: Random): { plannedDay: string; assignee: string } | undefined {
    for (const plannedDay of days) {
      const free = this.#technicians.filter((one) => (this.#visits.get(`${plannedDay} ${one}`) ?? 0) < visitsADay);
      if (free.length === 0) continue;
      const assignee = random.pick(free);
      this.#add(plannedDay, assignee);
      return { plannedDay, assignee };
    }
    return undefined;
  }

  #add(day: string, technician: string): void {
    const key = `${day} ${technician}`;
    this.#visits.set(key, (this.#visits.get(key) ?? 0) + 1);
  }
}
