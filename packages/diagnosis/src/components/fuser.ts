import { adviceId } from '@platen/contract/advice-ids';
import { fuserCode } from '@platen/contract/part-codes';
import type { predictFuser } from '@platen/contract/predictions';
import type * as z from 'zod/mini';
import type { DeviceHistory } from '../history/day-reading.ts';
import type { EndingModel } from './part-life/ended-pieces.ts';
import { judgeLife, type LifeContext } from './part-life/judge-life.ts';
import { basisOf, toLifePart, toSeries, wornOut } from './part-life/life-answer.ts';
import { fitLifeModel, type LifeModel, type LifeSummary } from './part-life/life-model.ts';
import { type PartCondition, toCondition } from './part-life/part-condition.ts';
import type { PartKind } from './part-life/part-kind.ts';
import { summariseLives } from './part-life/summarise-lives.ts';

/** Lives of the fuser belts that a device saw; JSON. Wear in pages. */
export interface FuserSummary {
  readonly lives: readonly LifeSummary[];
}
export type FuserModel = LifeModel;
const rule = 'fuserLife';
type FuserAnswer = NonNullable<z.infer<(typeof predictFuser)['answer']>>;

export const fuserKind: PartKind = {
  dated: 'fuserBelt',
  code: fuserCode,
  measure: 'pages',
  sensor: 'sensor.fuserWarmUp',
  failureCodes: /^C447$/,
};

/**
 * What a device adds to what is known of the fuser belts of its family; undefined where it does not count
 * their pages.
 */
export function summariseFuser(history: DeviceHistory): FuserSummary | undefined {
  const lives = summariseLives(history, fuserKind);
  return lives.length === 0 ? undefined : { lives };
}

/** Life of the fuser belts of a family, and how their warm-up lengthens meanwhile. */
export function fitFuser(
  summaries: readonly FuserSummary[],
  common: FuserModel | undefined,
  endings?: EndingModel,
): FuserModel | undefined {
  return fitLifeModel(
    summaries.flatMap(({ lives }) => lives),
    common,
    { kind: 'fuser', endings },
  );
}

/** Answer and condition of a fuser belt. */
interface FuserJudged {
  readonly answer: FuserAnswer | null;
  readonly conditions: readonly PartCondition[];
}

/** The fuser belt in force (FS-01, OQ-78); the answer is null where the device counts no pages of it. */
export function judgeFuser(history: DeviceHistory, { today, model, ...known }: LifeContext): FuserJudged {
  const standing = judgeLife(history, fuserKind, model, known);
  if (standing === undefined) return { answer: null, conditions: [] };
  const urgency = standing.state?.urgency ?? 'none';
  const partsMessageId = adviceId({ component: 'fuser', severity: 'name' });
  const answer = {
    messageId: urgency === 'none' ? null : adviceId({ component: 'fuser', severity: urgency }),
    replacementPart: toLifePart(standing, { today, partsMessageId }),
    threshold: wornOut,
    ...toSeries(standing, today),
    basis: basisOf(standing, rule, today),
  };
  return {
    answer,
    conditions: toCondition({ partsCode: fuserKind.code, rule, shownAs: 'predictions.fuser' }, standing, today),
  };
}
