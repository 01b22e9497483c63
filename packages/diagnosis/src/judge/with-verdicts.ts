import { codesOfUnits, unitOfPart } from '@platen/contract/part-codes';
import type { PartVerdict } from '@platen/contract/part-verdict';
import { isPartOf } from '../components/feed-roller/feed-readings.ts';
import type { SourceCondition } from '../components/feed-roller.ts';
import type { PartCondition } from '../components/part-life/part-condition.ts';
import { partsOfAdvice } from './advice-parts.ts';
import type { Basis, DeviceJudgement } from './judgement.ts';
import { compareVerdicts, decideVerdict } from './part-verdict.ts';
import type { Sign } from './signs.ts';

type PmParts = DeviceJudgement['pmParts'];
type Part = NonNullable<PmParts>['parts'][number];
type Predictions = DeviceJudgement['predictions'];

/** The conditions that components judged: of parts by their code, and of the rollers of paper sources. */
export interface Conditions {
  readonly parts: readonly PartCondition[];
  readonly sources: readonly SourceCondition[];
}

/**
 * The parts with their verdicts, and the most severe advice that asks for each. `consumedLife` stays what is
 * counted against the rated life; `lifeNow` and its forecasts become those of the expected life where the
 * condition of the part is judged.
 */
export function partsWithVerdicts(pmParts: PmParts, conditions: Conditions, signs: readonly Sign[]): PmParts {
  if (pmParts === null) return null;
  const reported = new Set(pmParts.parts.map((part) => part.partsCode));
  const messages = new Map<string, string>();
  for (const { messageId } of signs)
    for (const code of partsOfAdvice(messageId, reported)) if (!messages.has(code)) messages.set(code, messageId);
  return {
    ...pmParts,
    parts: pmParts.parts.map((part) => ({
      ...withVerdict(part, pmParts.threshold, conditionOf(part.partsCode, conditions)),
      messageId: messages.get(part.partsCode) ?? null,
    })),
  };
}

type Condition = Omit<PartCondition, 'partsCode'>;

/**
 * Of a roller its source's: all of a source are judged by how it feeds, the one whose sheets are counted by
 * its age as well.
 */
function conditionOf(partsCode: string, { parts, sources }: Conditions): Condition | null {
  const own = parts.find((part) => part.partsCode === partsCode);
  if (own !== undefined) return own;
  const source = sources.find((one) => isPartOf(one.source, partsCode));
  if (source === undefined) return null;
  return source.agedPart === partsCode ? source : { urgency: source.urgency, exhaustion: null, after: null };
}

function withVerdict(part: Part, threshold: number, condition: Condition | null): Part {
  const { consumedLife, life2Weeks, life4Weeks } = part;
  const rated =
    consumedLife === null
      ? null
      : { consumed: consumedLife, after2Weeks: life2Weeks, after4Weeks: life4Weeks, threshold };
  const verdict = decideVerdict(rated, condition);
  if (condition === null || condition.exhaustion === null) return { ...part, verdict };
  const { exhaustion, after } = condition;
  const { ranges: _, ...rest } = part;
  const others = {
    ...rest,
    ...(part.basis && { basis: withoutForecast(part.basis) }),
    ...(condition.shownAs === undefined
      ? condition.basis && { conditionBasis: condition.basis }
      : { conditionOf: condition.shownAs }),
  };
  if (after === null)
    return { ...others, lifeNow: exhaustion, life1Week: null, life2Weeks: null, life4Weeks: null, verdict };
  const [week, fortnight, month] = after;
  const toRange = ({ lower, upper }: (typeof after)[number]) => ({ lower, upper });
  return {
    ...others,
    lifeNow: exhaustion,
    life1Week: week.value,
    life2Weeks: fortnight.value,
    life4Weeks: month.value,
    ranges: { life1Week: toRange(week), life2Weeks: toRange(fortnight), life4Weeks: toRange(month) },
    verdict,
  };
}

/** The forecast of the rated life is not shown where the condition speaks. */
function withoutForecast(basis: Basis): Basis {
  if (basis.inputs?.kind !== 'ratedLife') return basis;
  const { forecast: _, ...inputs } = basis.inputs;
  return { ...basis, inputs };
}

/**
 * The predictions with the verdicts of the units that they are about: those of the parts' table, or by the
 * condition alone where the device counts no such part. `drumCode`: part code of the drum that is shown.
 */
export function predictionsWithVerdicts(
  predictions: Predictions,
  pmParts: PmParts,
  conditions: Conditions,
  drumCode: string | null,
): Predictions {
  const { fuser, drum, secondTransfer, developer, feedRoller } = predictions;
  const add = <T extends { readonly replacementPart: object }>(of: T, unit: string | undefined) =>
    unit === undefined
      ? of
      : { ...of, replacementPart: { ...of.replacementPart, verdict: verdictOf(unit, pmParts, conditions) } };
  return {
    ...predictions,
    fuser: fuser && add(fuser, 'fuser'),
    drum: drum && add(drum, drumCode === null ? undefined : unitOfPart(drumCode)),
    secondTransfer: secondTransfer && add(secondTransfer, 'secondTransfer'),
    developer: developer && {
      predictionDevelopers: developer.predictionDevelopers.map((one) => {
        const unit = `developer.${one.color}`;
        return add(one, codesOfUnits.has(unit) ? unit : undefined);
      }),
    },
    feedRoller: feedRoller && {
      predictionFeedRollers: feedRoller.predictionFeedRollers.map((one) => add(one, unitOfSource(one.paperSource))),
    },
  };
}

/**
 * The most severe verdict of the parts of a unit; among equals that of the part whose age is known, then of
 * the most consumed.
 */
function verdictOf(unit: string, pmParts: PmParts, { parts, sources }: Conditions): PartVerdict {
  const [mostSevere] = (pmParts?.parts ?? [])
    .filter(({ partsCode }) => unitOfPart(partsCode) === unit)
    .flatMap(({ verdict }) => verdict ?? [])
    .toSorted(
      (a, b) =>
        compareVerdicts(a.verdict, b.verdict) ||
        Number(a.exhaustion === null) - Number(b.exhaustion === null) ||
        (b.rated?.consumed ?? -1) - (a.rated?.consumed ?? -1),
    );
  const condition =
    parts.find(({ partsCode }) => unitOfPart(partsCode) === unit) ??
    sources.find(({ source }) => unitOfSource(source) === unit) ??
    null;
  return mostSevere ?? decideVerdict(null, condition);
}

const unitOfSource = (source: string): string => `feedRoller.${source}`;
