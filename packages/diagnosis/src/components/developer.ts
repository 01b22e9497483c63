import { adviceId } from '@platen/contract/advice-ids';
import { developerCodes } from '@platen/contract/part-codes';
import type { predictDeveloper } from '@platen/contract/predictions';
import { tonerColors } from '@platen/contract/report-sections';
import type * as z from 'zod/mini';
import type { DeviceHistory } from '../history/day-reading.ts';
import type { EndingModel } from './part-life/ended-pieces.ts';
import { judgeLife, type LifeContext, type PartStanding } from './part-life/judge-life.ts';
import { basisOf, toLifePart } from './part-life/life-answer.ts';
import { fitLifeModel, type LifeModel, type LifeSummary } from './part-life/life-model.ts';
import { type PartCondition, toCondition } from './part-life/part-condition.ts';
import type { PartKind } from './part-life/part-kind.ts';
import { summariseLives } from './part-life/summarise-lives.ts';
import type { Urgency } from './part-life/urgency.ts';

/** Lives of the developers that a device saw, of all colours; JSON. Wear in hours of drive. */
export interface DeveloperSummary {
  readonly lives: readonly LifeSummary[];
}
export type DeveloperModel = LifeModel;
const rule = 'developerLife';
type DeveloperAnswer = NonNullable<z.infer<(typeof predictDeveloper)['answer']>>;

/**
 * Sensors show nothing before the end: waiting adds no information, so a visit is planned at a lower risk
 * than usual (0192).
 */
const visitRisk = 0.05;

/** The developers of all colours as kinds of part. */
export const developerKinds = tonerColors.flatMap((color, at) => {
  const code = developerCodes[color];
  const kind: PartKind | undefined =
    code === undefined
      ? undefined
      : {
          dated: 'developer',
          code,
          measure: 'hours',
          sensor: `sensor.autoTonerSensor.${color}`,
          failureCodes: new RegExp(`^C37${String(at + 1)}$`),
          driftsUp: true,
          visitRisk,
        };
  return kind === undefined ? [] : [{ color, kind }];
});

/**
 * What a device adds to what is known of the developers of its family; undefined where it counts no drive
 * time of them.
 */
export function summariseDeveloper(history: DeviceHistory): DeveloperSummary | undefined {
  const lives = developerKinds.flatMap(({ kind }) => summariseLives(history, kind));
  return lives.length === 0 ? undefined : { lives };
}

/** Life of the developers of a family in hours of drive; those of all colours are one kind. */
export function fitDeveloper(
  summaries: readonly DeveloperSummary[],
  common: DeveloperModel | undefined,
  endings?: EndingModel,
): DeveloperModel | undefined {
  return fitLifeModel(
    summaries.flatMap(({ lives }) => lives),
    common,
    { kind: 'developer', endings },
  );
}

/** Answer and conditions of the developers. */
interface DevelopersJudged {
  readonly answer: DeveloperAnswer | null;
  readonly conditions: readonly PartCondition[];
}

/**
 * The developers in force, by colour (FS-05, OQ-80); the answer is null where the device counts no drive time
 * of any. A developer of which nothing but its age speaks is watched at most: a visit is asked for once its
 * sensor drifts or an error of it was logged (0220).
 */
export function judgeDeveloper(
  history: DeviceHistory,
  { today, model, years }: Omit<LifeContext, 'opened'>,
): DevelopersJudged {
  const conditions: PartCondition[] = [];
  const predictionDevelopers = developerKinds.flatMap(({ color, kind }) => {
    const standing = judgeLife(history, kind, model, { years });
    if (standing === undefined) return [];
    const urgency = toUrgency(standing);
    conditions.push(
      ...toCondition(
        { partsCode: kind.code, rule, shownAs: `predictions.developer.${color}` },
        standing,
        today,
        urgency,
      ),
    );
    const partsMessageId = adviceId({ component: 'developer', variant: color, severity: 'name' });
    return [
      {
        color,
        messageId: urgency === 'none' ? null : adviceId({ component: 'developer', variant: color, severity: urgency }),
        replacementPart: toLifePart(standing, { today, partsMessageId }),
        basis: basisOf(standing, rule, today),
      },
    ];
  });
  return { answer: predictionDevelopers.length === 0 ? null : { predictionDevelopers }, conditions };
}

function toUrgency({ state }: PartStanding): Urgency {
  const urgency = state?.urgency ?? 'none';
  return urgency === 'none' || state?.failed !== undefined ? urgency : 'watch';
}
