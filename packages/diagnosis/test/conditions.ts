import { defaultCalendar } from '../src/conditions/calendar.ts';
import { evaluateDevice } from '../src/conditions/evaluate.ts';
import type {
  DeviceFacts,
  Evaluation,
  LoggedReport,
  OrganisationSettings,
  Stored,
} from '../src/conditions/evaluation.ts';
import type { Action, EvaluatedCondition, Instant } from '../src/conditions/model.ts';
import { noRules } from '../src/rules/rule-spans.ts';

/** Monday 2 November 2026, 08:00 UTC. */
export const start: Instant = Date.parse('2026-11-02T08:00:00Z');
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const settings: OrganisationSettings = { calendar: defaultCalendar, leadDays: 5, offlineHours: 48 };

export const noFacts: DeviceFacts = {
  serial: 'S1',
  retiredAt: null,
  roundMs: null,
  judged: null,
  calls: null,
  pages: [],
  explainedDays: [],
  findings: null,
  codeChanges: null,
  rules: noRules,
  firmware: null,
  pagesAMonth: 1000,
  medianPages: 1000,
  weight: null,
  closeDay: null,
  agreement: null,
  holds: [],
};

/** Reports every `apart` ms from `from` to `to` (included), with these matters. */
export function reportsFrom(
  from: Instant,
  to: Instant,
  apart: number,
  matters: readonly string[] | null,
): LoggedReport[] {
  const reports: LoggedReport[] = [];
  for (let at = from; at <= to; at += apart) reports.push({ at, matters });
  return reports;
}

let ids = 0;
/** A new id each time; sorted texts need no UUID. */
export const newId = (): string => `id-${ids++}`;

/** An action with fields of its kind. */
export function act(
  conditionId: string,
  at: Instant,
  action: Action extends infer A
    ? A extends Action
      ? Omit<A, 'conditionId' | 'at' | 'by' | 'eventId'>
      : never
    : never,
): Action {
  return { eventId: newId(), conditionId, at, by: 'user-1', ...action };
}

export const nothingStored: Stored = { memory: null, conditions: [], actions: [], byHand: null };

/** A device as the server keeps it: each evaluation is stored, reports arrive when they are handed over. */
export class LiveDevice {
  stored: Stored = nothingStored;
  readonly all: LoggedReport[] = [];
  #unread: LoggedReport[] = [];
  last: Evaluation | undefined;

  deliver(reports: readonly LoggedReport[]): this {
    const known = new Set(this.all.map(({ at }) => at));
    const fresh = reports.filter(({ at }) => !known.has(at));
    this.all.push(...fresh);
    this.#unread.push(...fresh);
    return this;
  }

  act(action: Action): this {
    this.stored = { ...this.stored, actions: [...this.stored.actions, action] };
    return this;
  }

  evaluate(now: Instant, facts: DeviceFacts = noFacts): Evaluation {
    const until = this.stored.memory?.log?.until ?? 0;
    const isLate = this.#unread.some(({ at }) => at <= until);
    const isWhole = isLate || this.stored.memory === null;
    const reports = isWhole ? this.all : this.all.filter(({ at }) => at > until);
    this.#unread = this.#unread.filter(({ at }) => at > now);
    const evaluation = evaluateDevice(this.stored, { reports, isWhole }, facts, { now, settings, newId });
    const final = new Set(evaluation.finalIds);
    // As through the database: JSON.
    const live = evaluation.conditions.filter(({ conditionId }) => !final.has(conditionId));
    this.stored = {
      ...this.stored,
      memory: JSON.parse(JSON.stringify(evaluation.memory)),
      conditions: JSON.parse(JSON.stringify(live)),
      actions: this.stored.actions.filter(({ conditionId }) => !final.has(conditionId)),
    };
    this.last = evaluation;
    return evaluation;
  }

  /** The condition of a kind that may still change; throws where there is none. */
  condition(kind: EvaluatedCondition['kind']): EvaluatedCondition {
    const found = this.stored.conditions.find((one) => one.kind === kind);
    if (found === undefined) throw new Error(`no condition of kind ${kind}`);
    return found;
  }
}
