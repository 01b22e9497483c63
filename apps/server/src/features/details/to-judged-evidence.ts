import type { Basis } from '@platen/contract/basis';
import { judgementRun } from '@platen/contract/constants';
import type { EvidenceEntry } from '@platen/contract/details';
import { tonerColors } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';

export interface JudgedParts extends Pick<DeviceJudgement, 'toner' | 'pmParts' | 'predictions'> {
  readonly judgedAt: Date;
  /** When the newest report that went in had come. */
  readonly through: Date;
}
/** Values by their paths, `predictions.drum.predictionFailureDate`; undefined where nothing is said of what they rest on. */
type Found = readonly [paths: readonly string[], basis: Basis | undefined];

/**
 * What judged values rest on, by their path, and when they were judged (`predictedAt`): the rule as the source, the number of readings and their days as the raw value.
 * One device's readings went in together, so each was read when the newest of them came and had when it was judged.
 */
export function toJudgedEvidence({ toner, pmParts, predictions, judgedAt, through }: JudgedParts) {
  const times = { observedAt: through.toISOString(), receivedAt: judgedAt.toISOString(), collector: null };
  const found: Found[] = [
    ...tonerColors.map((color): Found => [[`toner.leftDays.${color}`], toner[color]?.daysLeft.basis]),
    ...(pmParts?.parts ?? []).map(({ partsCode, basis }) =>
      spread(`parts.${partsCode}`, ['lifeNow', 'life1Week', 'life2Weeks', 'life4Weeks'], basis),
    ),
    ...toPredictions(predictions),
  ];
  const entries: Record<string, EvidenceEntry> = { predictedAt: { ...toRun(judgedAt, through), ...times } };
  for (const [paths, basis] of found) {
    if (basis === undefined) continue;
    const entry = { ...toEntry(basis), ...times };
    for (const path of paths) entries[path] = entry;
  }
  return entries;
}

const toEntry = ({ rule, readings, neededReadings, from, to }: Basis) => ({
  protocol: 'report' as const,
  source: rule,
  name: 'readings',
  raw: from === null || to === null ? String(readings) : `${readings} (${from}/${to})`,
  rule: 'derived' as const,
  also: [{ source: rule, name: 'neededReadings', raw: String(neededReadings) }],
});

const toRun = (judgedAt: Date, through: Date) => ({
  protocol: 'report' as const,
  source: judgementRun,
  name: 'judgedAt',
  raw: judgedAt.toISOString(),
  rule: 'derived' as const,
  also: [{ source: judgementRun, name: 'newestReport', raw: through.toISOString() }],
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
