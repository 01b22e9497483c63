import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Day, DeviceHistory } from '@platen/diagnosis/history/day-reading';
import { forgetRemembered } from '@platen/diagnosis/history/remembered';
import { judgementRules } from '@platen/diagnosis/judge/judge-device';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { CodeThreshold, JudgeContext } from '@platen/diagnosis/judge/models';
import type { Opened } from '@platen/diagnosis/judge/opened';
import { judgeNeeds, type Need } from '@platen/diagnosis/parts-needed/device-needs';
import type { PastRisk } from '@platen/diagnosis/risk/past-risks';
import { encodeJudgement } from '@platen/diagnosis/rules/short-judgement';
import { type Kysely, sql, type Transaction } from 'kysely';
import { toMessage } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import { answerBreaks } from '../../history/exchanges.ts';
import { joinRecorded } from '../../history/join-recorded.ts';
import { loadCodes, loadHistories } from '../../history/load-histories.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { type Claim, claimDue, type Failure, type FindModel, forgetFailures, noteFailures } from './due.ts';
import { saveBreaks, saveReplacements, toFirstDays } from './save-events.ts';
import { saveNeeds, saveStatus } from './save-status.ts';

export interface BatchOptions {
  diagnosis: Pick<Diagnosis, 'judge' | 'summarise'>;
  findModel: FindModel;
  now: Date;
  offlineHours: number;
}

export interface BatchResult {
  judged: number;
  failures: Failure[];
  /** Milliseconds of loading, judging and writing. */
  times: { load: number; judge: number; write: number };
}

/** A year, for what recurs yearly, and a month more. */
const daysLookedAt = 400;

/**
 * Judges those of the devices that are due and that no other process is judging, in one transaction: if
 * interrupted, they remain due. A device whose judging throws is noted and stops no other.
 */
export async function judgeBatch(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  options: BatchOptions,
): Promise<BatchResult> {
  const times = { load: 0, judge: 0, write: 0 };
  const result = await inTransaction(db, async (trx) => {
    const started = performance.now();
    const claims = await claimDue(trx, deviceIds);
    if (claims.length === 0) return { judged: 0, failures: [] };
    const ids = claims.map((claim) => claim.device_id);
    const today = Math.floor(options.now.getTime() / dayMs);
    const histories = await loadHistories(trx, ids, today - daysLookedAt);
    const thresholds = await readThresholds(trx, ids);
    const codes = await loadCodes(trx, [...thresholds.keys()], today - daysLookedAt);
    const before = await readLastJudgements(trx, ids);
    const loaded = performance.now();
    times.load += loaded - started;
    const failures: Failure[] = [];
    const judged: Judged[] = [];
    for (const claim of claims) {
      const { device_id: id } = claim;
      const toHistory = histories.get(id);
      if (toHistory === undefined) continue;
      histories.delete(id);
      const context = {
        today,
        thresholds: thresholds.get(id) ?? [],
        codes: codes.get(id) ?? [],
        ...before.get(id),
      };
      try {
        judged.push(judge(claim, toHistory(), context, options));
      } catch (error) {
        failures.push({ deviceId: claim.device_id, reason: toMessage(error) });
      }
      forgetRemembered();
      await yieldToOthers();
    }
    const decided = performance.now();
    times.judge += decided - loaded;
    if (judged.length > 0) {
      await save(trx, judged, options);
      await saveNeeds(trx, judged, today);
    }
    await noteFailures(trx, failures);
    times.write += performance.now() - decided;
    return { judged: judged.length, failures };
  });
  return { ...result, times };
}

/** Holds no part of the history, so that it can be collected before the next one is loaded. */
interface Judged extends Pick<Claim, 'through' | 'seen'> {
  deviceId: string;
  firstDays: ReadonlyMap<string, Day>;
  days: number;
  lastDay: Day | null;
  judgement: DeviceJudgement;
  needs: readonly Need[];
  /** As JSON, so that a value that cannot be serialised fails in the judging of its own device. */
  result: string;
  /** Short form of the day (BT-06). */
  figures: string;
  /** Null: the stored one is still good enough. */
  summary: string | null;
}

function judge(
  claim: Claim,
  history: DeviceHistory,
  context: Omit<JudgeContext, 'model'>,
  { diagnosis, findModel }: BatchOptions,
): Judged {
  const { device_id: deviceId, through, seen } = claim;
  const model = findModel(history.family);
  const judgement = diagnosis.judge(history, { ...context, model });
  const summary = isSummarised(history, claim) ? null : JSON.stringify(diagnosis.summarise(history));
  return {
    deviceId,
    through,
    seen,
    judgement,
    needs: judgeNeeds(history, judgement, { today: context.today, model }),
    result: JSON.stringify(judgement),
    figures: encodeJudgement(judgement),
    summary,
    firstDays: toFirstDays(history),
    days: history.days.length,
    lastDay: history.days.at(-1)?.day ?? null,
  };
}

/** A few more days add nothing to the family's model, and a summary costs about as much as a judgement. */
const newDays = 7;

function isSummarised({ days }: DeviceHistory, { summary_day, summary_days }: Claim): boolean {
  const last = days.at(-1)?.day ?? 0;
  return (
    summary_day !== null && Math.abs(last - summary_day) < newDays && Math.abs(days.length - summary_days) < newDays
  );
}

async function save(trx: Transaction<Database>, judged: readonly Judged[], options: BatchOptions): Promise<void> {
  await lockDevices(
    trx,
    judged.map((one) => one.deviceId),
  );
  const marked = await findMarked(trx, judged);
  const rows = judged.map(({ deviceId, through, lastDay, days, judgement, result, summary }) => ({
    device_id: deviceId,
    through,
    rules: marked.has(deviceId) ? 0 : judgementRules,
    result,
    summary,
    day: lastDay,
    days,
    risk7: judgement.risk?.within7Days ?? null,
    risk14: judgement.risk?.within14Days ?? null,
    risk28: judgement.risk?.within28Days ?? null,
  }));
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into device_judgement as kept (device_id, judged_at, through, rules, result, summary, summary_day, summary_days,
      stop_risk_7, stop_risk_14, stop_risk_28)
    select device_id, now(), through, rules, result, coalesce(summary, '{}'), date '1970-01-01' + day,
      case when summary is null then -1 else days end, risk7, risk14, risk28
    from unnest(${column('device_id')}::uuid[], ${column('through')}::timestamptz[], ${column('rules')}::int[],
      ${column('result')}::json[], ${column('summary')}::json[], ${column('day')}::int[], ${column('days')}::int[],
      ${column('risk7')}::real[], ${column('risk14')}::real[], ${column('risk28')}::real[])
      as r(device_id, through, rules, result, summary, day, days, risk7, risk14, risk28)
    on conflict (device_id) do update set judged_at = excluded.judged_at, through = excluded.through,
      rules = excluded.rules, result = excluded.result, stop_risk_7 = excluded.stop_risk_7,
      stop_risk_14 = excluded.stop_risk_14, stop_risk_28 = excluded.stop_risk_28,
      summary = case when excluded.summary_days < 0 then kept.summary else excluded.summary end,
      summary_day = case when excluded.summary_days < 0 then kept.summary_day else excluded.summary_day end,
      summary_days = case when excluded.summary_days < 0 then kept.summary_days else excluded.summary_days end`.execute(
    trx,
  );
  await saveReplacements(trx, judged);
  await saveBreaks(trx, judged);
  const ids = judged.map(({ deviceId }) => deviceId);
  await joinRecorded(trx, ids);
  await answerBreaks(trx, ids);
  await saveDay(trx, judged, options.now);
  await forgetFailures(
    trx,
    judged.map((one) => one.deviceId),
  );
  const signs = judged.map(({ deviceId, judgement, seen }) => ({
    deviceId,
    reasons: judgement.reasons,
    isFirst: seen === null,
  }));
  await saveStatus(trx, signs, options.now, options.offlineHours);
}

/**
 * What was judged of the devices on the day, for trials of rules; unchanged figures are not written again.
 */
async function saveDay(trx: Transaction<Database>, judged: readonly Judged[], now: Date): Promise<void> {
  await sql`
    insert into judgement_day as kept (device_id, day, judged_at, figures)
    select device_id, (${now}::timestamptz at time zone 'UTC')::date, ${now}::timestamptz, figures
    from unnest(${judged.map(({ deviceId }) => deviceId)}::uuid[], ${judged.map(({ figures }) => figures)}::text[])
      as r(device_id, figures)
    on conflict (device_id, day) do update set judged_at = excluded.judged_at, figures = excluded.figures
      where kept.figures <> excluded.figures`.execute(trx);
}

/**
 * The rows of the devices first, in the order of their ids, as deliveries do: so neither waits for the other
 * in a circle.
 */
async function lockDevices(trx: Transaction<Database>, deviceIds: readonly string[]): Promise<void> {
  await sql`
    select 1 from device where device_id = any(${deviceIds}::uuid[]) order by device_id for no key update`.execute(trx);
}

/** Locks the stored judgements; returns those marked during the judging: they must be due again. */
async function findMarked(trx: Transaction<Database>, judged: readonly Judged[]): Promise<Set<string>> {
  const before = new Map(judged.map(({ deviceId, seen }) => [deviceId, seen]));
  const { rows } = await sql<{ device_id: string; seen: string }>`
    select device_id, xmin::text as seen from device_judgement where device_id = any(${[...before.keys()]}::uuid[])
    order by device_id for update`.execute(trx);
  return new Set(rows.filter((row) => row.seen !== before.get(row.device_id)).map((row) => row.device_id));
}

async function readThresholds(trx: Transaction<Database>, deviceIds: readonly string[]) {
  const { rows } = await sql<{ device_id: string; list: CodeThreshold[] }>`
    select device_id, json_agg(json_build_object('kind', kind, 'main', main, 'sub', sub,
      'alert', alert_threshold, 'clear', clear_threshold) order by kind, main, sub) as list
    from code_setting where device_id = any(${deviceIds}::uuid[]) group by device_id`.execute(trx);
  return new Map(rows.map((row) => [row.device_id, row.list]));
}

/**
 * What the next judgement is given of the last one: limits of open signs and past risks. Devices that were
 * last judged by other rules are left out: those may store them in another form, and their risks meant
 * something else.
 */
async function readLastJudgements(trx: Transaction<Database>, deviceIds: readonly string[]) {
  const { rows } = await sql<{ device_id: string; opened: Opened | null; past_risks: PastRisk[] | null }>`
    select device_id, result->'opened' as opened, result->'pastRisks' as past_risks from device_judgement
    where device_id = any(${deviceIds}::uuid[]) and rules = any(${[0, judgementRules]}::int[])`.execute(trx);
  return new Map(
    rows.map(({ device_id, opened, past_risks }) => [
      device_id,
      { opened: opened ?? undefined, pastRisks: past_risks ?? undefined },
    ]),
  );
}
