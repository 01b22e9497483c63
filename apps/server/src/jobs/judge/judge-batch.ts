import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { DeviceHistory } from '@platen/diagnosis/history/day-reading';
import { forgetRemembered } from '@platen/diagnosis/history/remembered';
import { judgementRules } from '@platen/diagnosis/judge/judge-device';
import type { CodeThreshold, JudgeContext } from '@platen/diagnosis/judge/models';
import type { Opened } from '@platen/diagnosis/judge/opened';
import { judgeNeeds } from '@platen/diagnosis/parts-needed/device-needs';
import type { PastRisk } from '@platen/diagnosis/risk/past-risks';
import { encodeJudgement } from '@platen/diagnosis/rules/short-judgement';
import { type Kysely, sql, type Transaction } from 'kysely';
import { toMessage } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import { loadHistoryTexts } from '../../history/history-texts.ts';
import { familyOf, loadCodes, toHistory } from '../../history/load-histories.ts';
import type { Database } from '../../store/database.ts';
import { lockDevices } from '../../store/lock-devices.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { type Claim, claimDue, type Failure, type FindModel, forgetFailures, noteFailures } from './due.ts';
import { toFirstDays } from './save-events.ts';
import { type Judged, saveJudged } from './save-judged.ts';
import { saveNeeds } from './save-status.ts';
import { digestInput, saveUnchanged } from './unchanged.ts';

export interface BatchOptions {
  diagnosis: Pick<Diagnosis, 'judge' | 'summarise'>;
  findModel: FindModel;
  now: Date;
  offlineHours: number;
}

export interface BatchResult {
  judged: number;
  /** Of these, devices whose stored judgement stays: it was made of the same input. */
  unchanged: number;
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
    if (claims.length === 0) return { judged: 0, unchanged: 0, failures: [] };
    const ids = claims.map((claim) => claim.device_id);
    const today = Math.floor(options.now.getTime() / dayMs);
    const texts = await loadHistoryTexts(trx, ids, today - daysLookedAt);
    const thresholds = await readThresholds(trx, ids);
    const codes = await loadCodes(trx, [...thresholds.keys()], today - daysLookedAt);
    const before = await readLastJudgements(trx, ids);
    const loaded = performance.now();
    times.load += loaded - started;
    const failures: Failure[] = [];
    const judged: Judged[] = [];
    const unchanged: Claim[] = [];
    for (const claim of claims) {
      const { device_id: id } = claim;
      const text = texts.get(id);
      if (text === undefined) continue;
      texts.delete(id);
      const context = {
        today,
        thresholds: thresholds.get(id) ?? [],
        codes: codes.get(id) ?? [],
        ...before.get(id),
        model: options.findModel(familyOf(text.facts)),
      };
      const digest = digestInput(text, context);
      if (claim.input_digest?.equals(digest) === true) {
        unchanged.push(claim);
        continue;
      }
      try {
        judged.push({ ...judge(claim, toHistory(text), context, options.diagnosis), digest });
      } catch (error) {
        failures.push({ deviceId: claim.device_id, reason: toMessage(error) });
      }
      forgetRemembered();
      await yieldToOthers();
    }
    const decided = performance.now();
    times.judge += decided - loaded;
    const all = [...judged.map(({ deviceId }) => deviceId), ...unchanged.map((claim) => claim.device_id)];
    // As deliveries do: so neither waits for the other in a circle.
    await lockDevices(trx, all);
    if (judged.length > 0) {
      await saveJudged(trx, judged, options);
      await saveNeeds(trx, judged, today);
    }
    await saveUnchanged(trx, unchanged);
    await forgetFailures(trx, all);
    await noteFailures(trx, failures);
    times.write += performance.now() - decided;
    return { judged: all.length, unchanged: unchanged.length, failures };
  });
  return { ...result, times };
}

function judge(
  claim: Claim,
  history: DeviceHistory,
  context: JudgeContext,
  diagnosis: BatchOptions['diagnosis'],
): Omit<Judged, 'digest'> {
  const { device_id: deviceId, through, seen } = claim;
  const judgement = diagnosis.judge(history, context);
  const summary = isSummarised(history, claim) ? null : JSON.stringify(diagnosis.summarise(history));
  return {
    deviceId,
    through,
    seen,
    judgement,
    needs: judgeNeeds(history, judgement, context),
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
