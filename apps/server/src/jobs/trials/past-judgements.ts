import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { RuleMetric } from '@platen/contract/rule-metrics';
import type { JudgedFigures } from '@platen/diagnosis/rules/inputs';
import { judgePast } from '@platen/diagnosis/rules/past-figures';
import { decodeJudgement } from '@platen/diagnosis/rules/short-judgement';
import type { TrialSpan } from '@platen/diagnosis/rules/try-rule';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../base/time.ts';
import { loadHistories } from '../../history/load-histories.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { readModels } from '../judge/due.ts';

type Db = Kysely<Database>;

/** Days between judgements that are made afterwards (BT-06). */
const everyDays = 7;
/** Days of the past that a judgement looks at. */
const lookedAtDays = 400;

export interface PastJudgements {
  readonly figures: ReadonlyMap<string, readonly JudgedFigures[]>;
  /** First day from which all were found as they were made; null: none was made afterwards. */
  readonly judgedFrom: number | null;
}

interface PastJudging {
  readonly span: TrialSpan;
  /** Of judged figures. */
  readonly metrics: readonly RuleMetric[];
  readonly rest: () => Promise<void>;
}

/**
 * What was judged of devices on the days of a span: as it was stored then, and before that worked out at
 * weekly days with the present rules and models (BT-06), as far as these metrics look at it.
 */
export async function loadJudged(
  db: Db,
  deviceIds: readonly string[],
  { span, metrics, rest }: PastJudging,
): Promise<PastJudgements> {
  const figures = await readStored(db, deviceIds, span);
  const isBegun = (id: string) => (figures.get(id)?.[0]?.at ?? Infinity) <= (span.from + everyDays) * dayMs;
  const missing = deviceIds.filter((id) => !isBegun(id));
  if (missing.length === 0) return { figures, judgedFrom: null };
  const findModel = await readModels(db);
  const histories = await loadHistories(db, missing, span.from - lookedAtDays);
  let judgedFrom: number | null = null;
  for (const [deviceId, toHistory] of histories) {
    const history = toHistory();
    const stored = figures.get(deviceId) ?? [];
    const begun = stored[0] === undefined ? span.to + 1 : Math.floor(stored[0].at / dayMs);
    const model = findModel(history.family);
    const found: JudgedFigures[] = [];
    for (let day = span.from; day < begun; day += everyDays) {
      if ((history.days[0]?.day ?? Infinity) > day) continue;
      const at = Math.min((day + 1) * dayMs - 1, span.now);
      found.push(judgePast(history, { today: day, model, metrics, at }));
      await yieldToOthers();
    }
    if (found.length > 0) {
      figures.set(deviceId, [...found, ...stored]);
      judgedFrom = Math.max(judgedFrom ?? begun, begun);
    }
    await rest();
  }
  return { figures, judgedFrom };
}

/** What was stored of the days of a span, and of the week before it, whose figures still counted then. */
async function readStored(
  db: Db,
  deviceIds: readonly string[],
  span: TrialSpan,
): Promise<Map<string, JudgedFigures[]>> {
  const day = (days: number) => sql`date '1970-01-01' + ${days}::int`;
  const { rows } = await sql<{ device_id: string; list: [at: number, figures: string][] }>`
    select device_id, json_agg(json_build_array(round(extract(epoch from judged_at) * 1000)::bigint, figures)
      order by judged_at) as list
    from judgement_day where device_id = any(${uuids(deviceIds)})
      and day between ${day(span.from - everyDays)} and ${day(span.to)} group by device_id`.execute(db);
  return new Map(rows.map((row) => [row.device_id, row.list.map(([at, figures]) => decodeJudgement(figures, at))]));
}
