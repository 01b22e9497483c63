import type { Basis } from '@platen/contract/basis';
import { judgementRun } from '@platen/contract/constants';
import type { EvidenceEntry, Figures } from '@platen/contract/details';
import { tonerColors } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { oldestReading } from '@platen/diagnosis/usage/forecast-usage';
import { toInstant } from '../../device/readings.ts';

export interface JudgedParts extends Pick<DeviceJudgement, 'toner' | 'pmParts' | 'predictions'> {
  readonly judgedAt: Date;
  /** When the newest report that went in was received. */
  readonly through: Date;
  /** The newest report that went in, by its time of observation; null where reports of that age are no longer stored. */
  readonly newestReport: ReportTimes | null;
}
/** When the device was read, and when the portal received it; instants. */
export interface ReportTimes {
  readonly observedAt: string;
  readonly receivedAt: string;
}
/** The last report of a day, by its day (`YYYY-MM-DD`, UTC). */
export type ReportsByDay = Readonly<Record<string, ReportTimes>>;
/** Values by their paths, `predictions.drum.predictionFailureDate`; undefined where nothing is said of what they rest on. */
type Found = readonly [paths: readonly string[], basis: Basis | undefined, withheld?: Withheld | undefined];
/**
 * Why a forecast is withheld, as far as its basis tells. `noFallsOrBeyondYear`: of toner, fewer than two falls of the level were
 * seen, or it lasts more than 12 months; the basis does not distinguish them.
 */
type Withheld = 'tooFewReadings' | 'lastReadingTooOld' | 'lifeUnknown' | 'noFallsOrBeyondYear';

/**
 * What judged values rest on, by their path, and when they were judged (`predictedAt`): the rule as the source, the number of readings and their days as the raw value.
 * The times of a figure are those of the newest reading that went into it: of the newest report, or, where the figure's last
 * day is an earlier one, of the last report of that day (`earlier`). When it was judged stands in `also`. What the figures were
 * calculated from is in `figures`, once for all values of a judgement.
 */
export function toJudgedEvidence(judged: JudgedParts, earlier: ReportsByDay) {
  const newest = newestOf(judged);
  const figures: Figures = {};
  const at = judged.judgedAt.toISOString();
  const entries: Record<string, EvidenceEntry> = { predictedAt: { ...toRun(at, newest), ...newest, collector: null } };
  for (const [paths, basis, withheld] of findJudged(judged)) {
    if (basis === undefined) continue;
    const times = earlier[basis.to ?? ''] ?? newest;
    const [figure] = basis.inputs === undefined ? [] : paths;
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

function findJudged({ toner, pmParts, predictions, judgedAt }: JudgedParts): Found[] {
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
  ];
}

function toWithheld(
  { readings, neededReadings, to }: Basis,
  judgedAt: Date,
  otherwise: Withheld | undefined,
): Withheld | undefined {
  if (readings < neededReadings) return 'tooFewReadings';
  const today = Math.floor(judgedAt.getTime() / 86_400_000);
  const isOld = to !== null && today - Date.parse(to) / 86_400_000 > oldestReading;
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

const lifeFields = ['messageId', 'exhaustionRate', 'lifeRate', 'predictionFailureDate', 'forecast'];

function toPredictions(of: DeviceJudgement['predictions']): Found[] {
  const { imageControlError: errors } = of;
  return [
    spread('predictions.fuser', lifeFields, of.fuser?.basis),
    spread('predictions.drum', lifeFields, of.drum?.basis),
    spread(
      'predictions.secondTransfer',
      ['messageId', 'driveTime', 'predictionFailureMonth', 'forecast'],
      of.secondTransfer?.basis,
    ),
    ...(of.feedRoller?.predictionFeedRollers ?? []).map(({ paperSource, basis }) =>
      spread(`predictions.feedRoller.${paperSource}`, lifeFields, basis),
    ),
    ...(of.developer?.predictionDevelopers ?? []).map(({ color, basis }) =>
      spread(`predictions.developer.${color}`, lifeFields, basis),
    ),
    ...(of.imageQualitySensor?.predictionSensors ?? []).map(({ color, basis }) =>
      spread(`predictions.imageQualitySensor.${color}`, ['messageId', 'actual'], basis),
    ),
    spread(
      'predictions.imageControlError.errorCE20',
      ['messageId', 'count', 'lastOccurredAt'],
      errors?.errorCE20?.basis,
    ),
    spread(
      'predictions.imageControlError.errorCE40',
      ['messageId', 'count', 'lastOccurredAt'],
      errors?.errorCE40?.basis,
    ),
    ...(of.polygonalMotor?.polygonalMotorDetails ?? []).map(({ color, basis }) =>
      spread(`predictions.polygonalMotor.${color}`, ['messageId', 'count30Days'], basis),
    ),
    ...(of.hdd?.predictionStorages ?? []).map(({ sataPort, basis }) =>
      spread(`predictions.hdd.${sataPort}`, ['messageId', 'state'], basis),
    ),
  ];
}
