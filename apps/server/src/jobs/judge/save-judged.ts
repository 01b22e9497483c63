import type { Day } from '@platen/diagnosis/history/day-reading';
import { judgementRules } from '@platen/diagnosis/judge/judge-device';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { Need } from '@platen/diagnosis/parts-needed/device-needs';
import { sql, type Transaction } from 'kysely';
import { answerBreaks } from '../../history/exchanges.ts';
import { joinRecorded } from '../../history/join-recorded.ts';
import { jsons } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import type { Claim } from './due.ts';
import { saveBreaks, saveReplacements } from './save-events.ts';
import { saveStatus } from './save-status.ts';

/** Holds no part of the history, so that it can be collected before the next one is loaded. */
export interface Judged extends Pick<Claim, 'through' | 'seen'> {
  deviceId: string;
  digest: Buffer;
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

/**
 * Stores the judgements and what follows from them. The caller has locked the devices. A device that was
 * marked while it was judged stays marked (rules 0), so that it is due again.
 */
export async function saveJudged(
  trx: Transaction<Database>,
  judged: readonly Judged[],
  { now, offlineHours }: { readonly now: Date; readonly offlineHours: number },
): Promise<void> {
  const rows = judged.map(({ deviceId, through, seen, lastDay, days, judgement, result, summary, digest }) => ({
    device_id: deviceId,
    through,
    marks: seen ?? 0,
    result,
    summary,
    digest,
    day: lastDay,
    days,
    risk7: judgement.risk?.within7Days ?? null,
    risk14: judgement.risk?.within14Days ?? null,
    risk28: judgement.risk?.within28Days ?? null,
  }));
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into device_judgement as kept (device_id, judged_at, through, rules, result, summary, summary_day, summary_days,
      input_at, input_digest, stop_risk_7, stop_risk_14, stop_risk_28, marks)
    select device_id, now(), through, ${judgementRules}::int, result, coalesce(summary, '{}'), date '1970-01-01' + day,
      case when summary is null then -1 else days end, now(), digest, risk7, risk14, risk28, marks
    from unnest(${column('device_id')}::uuid[], ${column('through')}::timestamptz[], ${column('marks')}::int[],
      ${jsons(column('result'))}, ${jsons(column('summary'))}, ${column('digest')}::bytea[], ${column('day')}::int[], ${column('days')}::int[],
      ${column('risk7')}::real[], ${column('risk14')}::real[], ${column('risk28')}::real[])
      as r(device_id, through, marks, result, summary, digest, day, days, risk7, risk14, risk28)
    on conflict (device_id) do update set judged_at = excluded.judged_at, through = excluded.through,
      rules = case when kept.marks = excluded.marks then excluded.rules else 0 end, result = excluded.result,
      input_at = excluded.input_at, input_digest = excluded.input_digest, stop_risk_7 = excluded.stop_risk_7,
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
  await saveDay(trx, judged, now);
  const signs = judged.map(({ deviceId, judgement, seen }) => ({
    deviceId,
    reasons: judgement.reasons,
    isFirst: seen === null,
  }));
  await saveStatus(trx, signs, now, offlineHours);
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
