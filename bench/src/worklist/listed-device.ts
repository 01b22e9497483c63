import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '@platen/contract/constants';
import type { DeviceReport } from '@platen/contract/report';
import { defaultCalendar, toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { evaluateDevice } from '@platen/diagnosis/conditions/evaluate';
import {
  type DeviceFacts,
  type EvaluatedRow,
  type LoggedReport,
  loadedDays,
  type OrganisationSettings,
  type Stored,
} from '@platen/diagnosis/conditions/evaluation';
import { toMatters } from '@platen/diagnosis/conditions/matters';
import type { Action, EvaluatedCondition } from '@platen/diagnosis/conditions/model';
import { toPagesAMonth } from '@platen/diagnosis/conditions/use';
import { type Day, type DeviceHistory, seriesOf } from '@platen/diagnosis/history/day-reading';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { FamilyModel } from '@platen/diagnosis/judge/models';
import { noRules } from '@platen/diagnosis/rules/rule-spans';
import { type DeviceDay, simulateDevice, type Window } from '@platen/simulator/fleet/device';
import type { FailedItem, ServiceDay } from '@platen/simulator/fleet/visits';
import { type WorldName, worlds } from '@platen/simulator/fleet/worlds';
import { correctedTime, PastRecorder, toTruth } from '../diagnosis/fleet-histories.ts';
import type { TruthEvent } from '../diagnosis/fleet-truth.ts';

export const settings: OrganisationSettings = { calendar: defaultCalendar, leadDays: 5, offlineHours: 48 };
export const workTime = toWorkTime(defaultCalendar);
/** Reports of the day have come in by then. */
const evaluatedAt = 23.5 * hourMs;
/** Days of readings that the server loads for a judgement. */
const daysLookedAt = 400;

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const neverEvaluated: Stored = { memory: null, conditions: [], actions: [], byHand: null };

/** A simulated device with all that the server keeps of it, stepped by the day. */
export class ListedDevice {
  readonly index: number;
  readonly truth: TruthEvent[] = [];
  failed: readonly FailedItem[] = [];
  /** It prints nothing, or its panel calls for a technician. */
  isDown = false;
  row: EvaluatedRow | null = null;
  judgement: DeviceJudgement | null = null;
  pagesAMonth: number | null = null;
  /** Processor time so far, ms, and what it was spent on. */
  readonly spent = { judging: 0, evaluating: 0, judgements: 0, evaluations: 0 };
  readonly #life: Generator<DeviceDay, void, ServiceDay | undefined>;
  readonly #past = new PastRecorder();
  #history: DeviceHistory | undefined;
  #judged: DeviceFacts['judged'] = null;
  #reports: LoggedReport[] = [];
  #isLate = false;
  #stored = neverEvaluated;
  #day = Number.NEGATIVE_INFINITY;

  constructor(seed: string, index: number, window: Window, world: WorldName) {
    this.index = index;
    this.#life = simulateDevice(seed, index, window, worlds[world]);
  }

  get conditions(): readonly EvaluatedCondition[] {
    return this.#stored.conditions;
  }

  /** Conditions that people may act on now. */
  get open(): readonly EvaluatedCondition[] {
    return this.conditions.filter(({ work }) => work !== 'resolved');
  }

  /** Lives until `day` is over. Devices are set up on different days, and have lived nothing before. */
  live(day: Day, service: ServiceDay | undefined): void {
    while (this.#day < day) {
      const made = this.#life.next(service);
      if (made.done === true) return;
      this.#take(made.value);
    }
  }
  /** Adds the truth that is still under way after the last day. */
  finish(): void {
    for (let made = this.#life.next(); made.done !== true; made = this.#life.next())
      for (const line of made.value.truth) this.truth.push(...toTruth(line));
  }

  #take({ day, reports, truth, failed }: DeviceDay): void {
    this.#day = day;
    this.failed = failed;
    for (const line of truth) this.truth.push(...toTruth(line));
    this.#past.add(reports);
    this.isDown = failed.some(({ stops }) => stops) || reports.some(({ report }) => callsTechnician(report));
    const until = this.#stored.memory?.log?.until ?? Number.NEGATIVE_INFINITY;
    for (const { report, clockOffset } of reports) {
      const at = correctedTime(report, clockOffset);
      this.#isLate ||= at <= until;
      this.#reports.push({ at, matters: toMatters({ status: report.status, supplies: report.supplies }) });
    }
  }

  /** What the server would load on `day`. */
  load(day: Day): DeviceHistory {
    const history = this.#past.toHistory(day - daysLookedAt + 1);
    this.#history = history;
    const pages = seriesOf(history, 'pages.total').filter((one) => one.day > day - loadedDays.pages);
    const [first, last] = [pages[0], pages.at(-1)];
    this.pagesAMonth =
      first === undefined || last === undefined ? null : toPagesAMonth(last.value - first.value, last.day - first.day);
    return history;
  }

  judge(day: Day, model: FamilyModel | undefined): void {
    const history = this.load(day);
    const { opened, pastRisks } = this.judgement ?? {};
    const started = processorTime();
    this.judgement = judgeDevice(history, { today: day, model, thresholds: [], codes: [], opened, pastRisks });
    this.spent.judging += processorTime() - started;
    this.spent.judgements++;
    const { days } = history;
    this.#judged = { at: day * dayMs + evaluatedAt, lastDay: days.at(-1)?.day ?? null, judgement: this.judgement };
  }

  /** Evaluates its conditions at the end of `day`, with what people did since the last evaluation. */
  evaluate(day: Day, medianPages: number | null, actions: readonly Action[]): void {
    const now = day * dayMs + evaluatedAt;
    const since = now - loadedDays.calls * dayMs;
    const facts: DeviceFacts = {
      serial: String(this.index),
      retiredAt: null,
      roundMs: null,
      judged: this.#judged,
      calls: this.#past
        .errorsSince(since)
        .filter(({ category }) => category === 'serviceCall')
        .map(({ code, at }) => ({ code, at })),
      pages: this.#history === undefined ? [] : seriesOf(this.#history, 'pages.total').slice(-loadedDays.pages),
      explainedDays: [],
      findings: null,
      codeChanges: null,
      rules: noRules,
      firmware: null,
      pagesAMonth: this.pagesAMonth,
      medianPages,
      weight: null,
      closeDay: null,
      agreement: null,
      holds: [],
    };
    const { memory } = this.#stored;
    const isWhole = this.#isLate || memory === null;
    const until = memory?.log?.until ?? Number.NEGATIVE_INFINITY;
    const reports = isWhole ? this.#reports : this.#reports.filter(({ at }) => at > until);
    const stored = { ...this.#stored, actions: [...this.#stored.actions, ...actions] };
    const started = processorTime();
    const evaluation = evaluateDevice(stored, { reports, isWhole }, facts, { now, settings, newId: randomUUID });
    this.spent.evaluating += processorTime() - started;
    this.spent.evaluations++;
    this.#isLate = false;
    this.#reports = this.#reports.filter(({ at }) => at > now - 45 * dayMs);
    const final = new Set(evaluation.finalIds);
    this.#stored = {
      ...stored,
      memory: evaluation.memory,
      conditions: evaluation.conditions.filter(({ conditionId }) => !final.has(conditionId)),
      actions: stored.actions.filter(({ conditionId }) => !final.has(conditionId)),
    };
    this.row = evaluation.row;
  }
}

const callsTechnician = ({ status }: DeviceReport): boolean =>
  status?.detectedErrors?.includes('serviceRequested') === true;
