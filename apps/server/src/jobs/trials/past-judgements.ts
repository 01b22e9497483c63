import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import type { JudgedFigures } from '@platen/diagnosis/rules/inputs';
import { toJudgedFigures } from '@platen/diagnosis/rules/judged-figures';
import type { TrialSpan } from '@platen/diagnosis/rules/try-rule';
import type { Kysely } from 'kysely';
import { dayMs } from '../../base/time.ts';
import { loadHistories } from '../../history/load-histories.ts';
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

/**
 * What was judged of devices on the days of a span: as it was stored then, and before that worked out at
 * weekly days with the present rules and models (BT-06).
 */
export async function loadJudged(
  db: Db,
  deviceIds: readonly string[],
  span: TrialSpan,
  rest: () => Promise<void>,
): Promise<PastJudgements> {
  const figures = new Map<string, readonly JudgedFigures[]>();
  const findModel = await readModels(db);
  const histories = await loadHistories(db, deviceIds, span.from - lookedAtDays);
  for (const [deviceId, toHistory] of histories) {
    const history = toHistory();
    const model = findModel(history.family);
    const found: JudgedFigures[] = [];
    for (let day = span.from; day <= span.to; day += everyDays) {
      const context = { today: day, model, thresholds: [], codes: [] };
      found.push(toJudgedFigures(judgeDevice(history, context), Math.min((day + 1) * dayMs - 1, span.now)));
      await yieldToOthers();
    }
    figures.set(deviceId, found);
    await rest();
  }
  return { figures, judgedFrom: span.to + 1 };
}
