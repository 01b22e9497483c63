import type { Basis } from '@platen/contract/basis';
import { judgementRun } from '@platen/contract/constants';
import type { EvidenceEntry, Figures } from '@platen/contract/details';
import { figuresOf, predictionComponents, readPredicted } from '@platen/contract/prediction-components';
import { tonerColors } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { oldestReading } from '@platen/diagnosis/usage/forecast-usage';
import { dayMs } from '../../base/time.ts';
import { toInstant } from '../../device/counters.ts';

export interface JudgedParts extends Pick<DeviceJudgement, 'toner' | 'pmParts' | 'predictions' | 'risk'> {
  readonly judgedAt: Date;
  /** When the newest report that went in was received. */
  readonly through: Date;
  /**
   * The newest report that went in, by its time of observation; null where reports of that age are no longer
   * stored.
   */
  readonly newestReport: ReportTimes | null;
}
/** When the device was read, and when the portal received it; instants. */
export interface ReportTimes {
  readonly observedAt: string;
  readonly receivedAt: string;
}
/** The last report of a day, by its day (`YYYY-MM-DD`, UTC). */
export type ReportsByDay = Readonly<Record<string, ReportTimes>>;
/**
 * Values by their paths, `predictions.drum.predictionFailureDate`; undefined where nothing is known of what
 * they rest on.
 */
type Found = readonly [
  paths: readonly string[],
  basis: Basis | undefined,
  withheld?: Withheld | undefined,
  /** Path with the same inputs; left out: the first of `paths`. */
  figure?: string,
];
/**
 * Why a forecast is withheld, as far as its basis shows. `noFallsOrBeyondYear`: of toner, fewer than two
 * falls of the level were seen, or it lasts more than 12 months; the basis does not distinguish them.
 * `beyondYear`, `noUse` and `failing`: of a failure date.
 */
type Withheld =
  | 'tooFewReadings'
  | 'lastReadingTooOld'
  | 'lifeUnknown'
  | 'noFallsOrBeyondYear'
  | 'beyondYear'
  | 'noUse'
  | 'failing'
  | 'familyUnknown';

/**
 * What judged values rest on, by their path, and when they were judged (`predictedAt`): the rule as the
 * source, the number of readings and their days as the raw value. The times of a figure are those of the
 * newest reading that went into it: of the newest report, or, where the figure's last day is an earlier one,
 * of the last report of that day (`earlier`). When it was judged stands in `also`. What the figures were
 * calculated from is in `figures`, once for all values of a judgement.
 */
export function toJudgedEvidence(judged: JudgedParts, earlier: ReportsByDay) {
  const newest = newestOf(judged);
  const figures: Figures = {};
  const at = judged.judgedAt.toISOString();
  const entries: Record<string, EvidenceEntry> = { predictedAt: { ...toRun(at, newest), ...newest, collector: null } };
  for (const [paths, basis, withheld, same] of findJudged(judged)) {
    if (basis === undefined) continue;
    const times = earlier[basis.to ?? ''] ?? newest;
    const figure = basis.inputs === undefined ? undefined : (same ?? paths[0]);
    if (basis.inputs !== undefined && figure !== undefined) figures[figure] = { inputs: basis.inputs };
    const entry = {
      ...toEntry(basis, at, withheld),
      ...times,
      collector: null,
      ...(figure !== undefined && { figure }),
    };
    for (const path of paths) entries[path] = entry;
  }
  return { entries, figures };
}

/** Last days of judged figures before the day of the newest report, each once; `YYYY-MM-DD`. */
export function toEarlierDays(judged: JudgedParts): string[] {
  const newestDay = newestOf(judged).observedAt.slice(0, 10);
  const days = findJudged(judged).flatMap(([, basis]) => basis?.to ?? []);
  return [...new Set(days)].filter((day) => day < newestDay);
}

/** Without a stored report only its receipt is known. */
const newestOf = ({ newestReport, through }: JudgedParts): ReportTimes =>
  newestReport === null
    ? { observedAt: through.toISOString(), receivedAt: through.toISOString() }
    : { observedAt: toInstant(newestReport.observedAt), receivedAt: toInstant(newestReport.receivedAt) };

function findJudged({ toner, pmParts, predictions, risk, judgedAt }: JudgedParts): Found[] {
  const ofPredictions = toPredictions(predictions);
  const predicted = new Map(ofPredictions.map(([paths, basis]) => [paths[0]?.replace(/\.\w+$/, '') ?? '', basis]));
  return [
    ...tonerColors.map((color): Found => {
      const left = toner[color]?.daysLeft;
      const why = left?.state === 'withheld' ? toWithheld(left.basis, judgedAt, 'noFallsOrBeyondYear') : undefined;
      return [[`toner.leftDays.${color}`], left?.basis, why];
    }),
    ...(pmParts?.parts ?? []).flatMap((part): Found[] => {
      const { partsCode, basis, conditionOf, conditionBasis = predicted.get(conditionOf ?? '') ?? basis } = part;
      const { lifeNow, life1Week } = part;
      const path = `parts.${partsCode}`;
      const otherwise = lifeNow === null ? 'lifeUnknown' : undefined;
      const why = life1Week === null && basis ? toWithheld(basis, judgedAt, otherwise) : undefined;
      const forecasts = ['life1Week', 'life2Weeks', 'life4Weeks'];
      return [
        spread(path, ['consumedLife'], basis),
        ...(why === undefined
          ? [spread(path, ['lifeNow', ...forecasts], conditionBasis)]
          : [
              spread(path, ['lifeNow'], conditionBasis),
              [forecasts.map((field) => `${path}.${field}`), basis, why] as const,
            ]),
      ];
    }),
    ...ofPredictions,
    spread('stopRisk', ['within14Days', 'within7Days', 'within28Days', 'causes'], risk?.basis),
  ];
}

function toWithheld(
  { readings, neededReadings, to }: Basis,
  judgedAt: Date,
  otherwise: Withheld | undefined,
): Withheld | undefined {
  if (readings < neededReadings) return 'tooFewReadings';
  const today = Math.floor(judgedAt.getTime() / dayMs);
  const isOld = to !== null && today - Date.parse(to) / dayMs > oldestReading;
  return isOld ? 'lastReadingTooOld' : otherwise;
}

const toEntry = (
  { rule, readings, neededReadings, from, to }: Basis,
  judgedAt: string,
  withheld: Withheld | undefined,
) => ({
  protocol: 'report' as const,
  source: rule,
  name: 'readings',
  raw: from === null || to === null ? String(readings) : `${readings} (${from}/${to})`,
  rule: 'derived' as const,
  also: [
    { source: rule, name: 'neededReadings', raw: String(neededReadings) },
    { source: rule, name: 'judgedAt', raw: judgedAt },
    ...(withheld === undefined ? [] : [{ source: rule, name: 'withheldBecause', raw: withheld }]),
  ],
});

const toRun = (judgedAt: string, { observedAt }: ReportTimes) => ({
  protocol: 'report' as const,
  source: judgementRun,
  name: 'judgedAt',
  raw: judgedAt,
  rule: 'derived' as const,
  also: [{ source: judgementRun, name: 'newestReport', raw: observedAt }],
});

const spread = (path: string, fields: readonly string[], basis: Basis | undefined): Found => [
  fields.map((field) => `${path}.${field}`),
  basis,
];

/** A sign, which may be withheld, and the figures next to it, which are shown nevertheless. */
const ofSign = (path: string, fields: readonly string[], basis: Basis | undefined): Found[] => [
  [[`${path}.messageId`], basis, basis && toWithheldSign(basis)],
  [fields.map((field) => `${path}.${field}`), basis, undefined, `${path}.messageId`],
];

/** A part predicted by its life: why it has no figure, or no date. */
function ofLife(path: string, { basis, messageId, replacementPart }: LifePredicted): Found[] {
  const date = 'predictionFailureDate' in replacementPart ? 'predictionFailureDate' : 'predictionFailureMonth';
  const hasDate = (replacementPart.predictionFailureDate ?? replacementPart.predictionFailureMonth ?? null) !== null;
  const driven = date === 'predictionFailureMonth';
  const given = driven ? ['messageId'] : ['messageId', 'exhaustionRate', 'lifeRate'];
  const why = basis && toWithheldLife(basis);
  return [
    [given.map((field) => `${path}.${field}`), basis, why],
    ...(driven ? [[[`${path}.driveTime`], basis, undefined, `${path}.messageId`] as const] : []),
    [
      [date, 'forecast'].map((field) => `${path}.${field}`),
      basis,
      hasDate ? undefined : (why ?? (basis && toWithheldDate(basis, messageId))),
      `${path}.messageId`,
    ],
  ];
}
interface LifePredicted {
  readonly messageId: string | null;
  readonly replacementPart: {
    readonly predictionFailureDate?: string | null;
    readonly predictionFailureMonth?: string | null;
  };
  readonly basis?: Basis | undefined;
}

function toWithheldLife({ readings, neededReadings, inputs }: Basis): Withheld | undefined {
  if (readings < neededReadings) return 'tooFewReadings';
  return inputs === undefined || inputs.kind === 'partWear' ? 'lifeUnknown' : undefined;
}

/** Why a life that is known has no date. */
function toWithheldDate({ inputs }: Basis, messageId: string | null): Withheld {
  if (inputs?.kind === 'expectedLife') return inputs.perDay > 0 ? 'beyondYear' : 'noUse';
  if (inputs?.kind !== 'rollerLife') return 'lifeUnknown';
  if (messageId !== null) return 'failing';
  return inputs.share !== null && inputs.share > 0 && inputs.uses !== undefined ? 'beyondYear' : 'noUse';
}

const toWithheldSign = ({ readings, neededReadings, inputs }: Basis): Withheld | undefined =>
  readings < neededReadings
    ? 'tooFewReadings'
    : inputs?.kind === 'sensorLimit' && inputs.usual === null
      ? 'familyUnknown'
      : undefined;

function toPredictions(predictions: DeviceJudgement['predictions']): Found[] {
  return predictionComponents.flatMap((component) =>
    readPredicted(component, predictions[component]).parts.flatMap(({ key, ...part }) => {
      const path = ['predictions', component, ...(key === undefined ? [] : [key])].join('.');
      const { messageId, replacementPart, basis } = part;
      return replacementPart === undefined
        ? ofSign(path, figuresOf(component), basis)
        : ofLife(path, { messageId, replacementPart, basis });
    }),
  );
}
