import { adviceId } from '@platen/contract/advice-ids';
import { drumCodes } from '@platen/contract/part-codes';
import type { predictDrum } from '@platen/contract/predictions';
import { tonerColors } from '@platen/contract/report-sections';
import type * as z from 'zod/mini';
import type { DeviceHistory } from '../history/day-reading.ts';
import type { EndingModel } from './part-life/ended-pieces.ts';
import { judgeLife, type LifeContext } from './part-life/judge-life.ts';
import { basisOf, toLifePart, toSeries, wornOut } from './part-life/life-answer.ts';
import { fitLifeModel, type LifeModel, type LifeSummary } from './part-life/life-model.ts';
import { type PartCondition, toCondition } from './part-life/part-condition.ts';
import type { PartKind } from './part-life/part-kind.ts';
import { summariseLives } from './part-life/summarise-lives.ts';
import { compareUrgency } from './part-life/urgency.ts';

/** Lives of the drums that a device saw, of all colours; JSON. Wear in rotations. */
export interface DrumSummary {
  readonly lives: readonly LifeSummary[];
}
export type DrumModel = LifeModel;
const rule = 'drumLife';
type DrumAnswer = NonNullable<z.infer<(typeof predictDrum)['answer']>>;

/** The drums of all colours as kinds of part. */
export const drumKinds = tonerColors.flatMap((color, at) => {
  const code = drumCodes[color];
  const kind: PartKind | undefined =
    code === undefined
      ? undefined
      : {
          dated: 'drum',
          code,
          measure: 'rotations',
          sensor: `sensor.chargingVoltage.${color}`,
          failureCodes: new RegExp(`^C36${String(at + 1)}$`),
        };
  return kind === undefined ? [] : [{ color, kind }];
});

/** What a device adds to what is known of the drums of its family; undefined without a drum counter. */
export function summariseDrum(history: DeviceHistory): DrumSummary | undefined {
  const lives = drumKinds.flatMap(({ kind }) => summariseLives(history, kind));
  return lives.length === 0 ? undefined : { lives };
}

/** Life and charging voltage of the drums of a family; the drums of all colours are one kind. */
export function fitDrum(
  summaries: readonly DrumSummary[],
  common: DrumModel | undefined,
  endings?: EndingModel,
): DrumModel | undefined {
  return fitLifeModel(
    summaries.flatMap(({ lives }) => lives),
    common,
    { kind: 'drum', endings },
  );
}

/** Drums of a device: the one to be seen to first is its answer; each drum with a sign has an advice. */
export interface DrumsJudged {
  readonly answer: DrumAnswer | null;
  /** Part code of the drum that the answer is of. */
  readonly shown: string | null;
  /** Most urgent first. */
  readonly messageIds: readonly string[];
  /** Of every drum whose condition is judged. */
  readonly conditions: readonly PartCondition[];
}

/**
 * The call answers about one drum, of all colours the one that will fail first (FS-07, FS-08); the others are
 * not lost: a visit sees to all that are due. The answer is null where the device counts no drum.
 */
export function judgeDrums(history: DeviceHistory, { today, model, ...known }: LifeContext): DrumsJudged {
  const drums = drumKinds
    .flatMap(({ color, kind }) => {
      const standing = judgeLife(history, kind, model, known);
      if (standing === undefined) return [];
      const urgency = standing.state?.urgency ?? 'none';
      const messageId = urgency === 'none' ? null : adviceId({ component: 'drum', variant: color, severity: urgency });
      return [{ color, code: kind.code, standing, messageId }];
    })
    .toSorted((one, other) => compareUrgency(one.standing.state, other.standing.state));
  const messageIds = drums.flatMap(({ messageId }) => messageId ?? []);
  const [worst] = drums;
  const conditions = drums.flatMap(({ code, standing }) =>
    toCondition(
      { partsCode: code, rule, shownAs: code === worst?.code ? 'predictions.drum' : undefined },
      standing,
      today,
    ),
  );
  if (worst === undefined) return { answer: null, shown: null, messageIds, conditions };
  const { color, code, standing, messageId } = worst;
  const partsMessageId = adviceId({ component: 'drum', variant: color, severity: 'name' });
  const answer = {
    messageId,
    replacementPart: toLifePart(standing, { today, partsMessageId }),
    threshold: wornOut,
    ...toSeries(standing, today),
    basis: basisOf(standing, rule, today),
  };
  return { answer, shown: code, messageIds, conditions };
}
