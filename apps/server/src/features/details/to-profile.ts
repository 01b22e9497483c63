import type { DeviceProfile } from '@platen/contract/details';
import type { StatusReason } from '@platen/contract/devices';
import type { InputsOf } from '@platen/contract/figures';
import { errorCategories, firmwareFields, type Supply, tonerColors } from '@platen/contract/report-sections';
import { reproduce } from '@platen/diagnosis/figures/reproduce';
import { asksForVisit, verdictOf } from '@platen/diagnosis/judge/part-verdict';
import { chooseSupply, isMonochrome, toContinuedPages, toPageFacts, toValue } from '../../device/counters.ts';
import type { SectionBodies } from '../../device/read-device.ts';
import { toPmParts } from '../../device/to-pm-parts.ts';
import { toNoReport } from '../../status/status-values.ts';
import { neededDays, toAverageMonthlyPages, toHistoryDays } from './amp.ts';
import type { ProfileRow } from './store.ts';

/** The profile from the stored values. Null: the device did not report it. */
export function toProfile(row: ProfileRow, now: Date): DeviceProfile {
  const sections = row.sections ?? {};
  const counters = sections.counters;
  const days = row.counterDays ?? [];
  const isMono = isMonochrome({ series: row.series, supplies: sections.supplies, counters });
  const total = toValue(counters?.total?.reading);
  const color = isMono ? null : toValue(counters?.color?.reading);
  const black = toValue(counters?.black?.reading) ?? (isMono ? total : null);
  const tonerReadings = toTonerReadings(sections.supplies ?? []);
  const pagesContinued = toContinuedPages(counters, row.pageFacts.breaks);
  const continued = pagesContinued?.total;
  const nic = sections.network?.interfaces[0];
  return {
    deviceId: row.deviceId,
    serial: row.serial,
    model: row.model,
    processedAt: (row.judgedAt ?? row.processedAt)?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    unpackingDate: row.unpackingDate ?? '0000-00-00',
    series: row.series,
    failurePredictions: [...(row.signs ?? [])],
    counter: {
      total,
      AMP: toAverageMonthlyPages(days, toPageFacts(row.pageFacts)),
      colorRate: toColorRate(total, color, black),
    },
    options: {
      DF: toValue(sections.options?.DF),
      finisher: toValue(sections.options?.finisher),
      fax: toValue(sections.options?.fax),
    },
    nRecommendedReplaceParts: toRecommendedParts(sections, row.pmParts),
    fwVersions: toFirmwareVersions(sections),
    errorCounters: toErrorCounters(row),
    toner: {
      yellow: tonerReadings.yellow?.percent ?? null,
      magenta: tonerReadings.magenta?.percent ?? null,
      cyan: tonerReadings.cyan?.percent ?? null,
      black: tonerReadings.black?.percent ?? null,
      eBlue: tonerReadings.eBlue?.percent ?? null,
    },
    predictedAt: row.judgedAt?.toISOString() ?? null,
    ...(row.judgedAt === null ? {} : { judgedComponents: row.judgedComponents }),
    ...toStopRisk(row.risk),
    status: row.status,
    statusReasons: toReasons(row, now),
    customerNumber: row.customerNumber,
    customerName: row.customerName,
    description: row.description,
    dealerNumber: row.dealerNumber,
    dealerName: row.dealerName,
    counterUnit: counters?.total?.unit ?? null,
    pages: { color, black },
    ...(isMono ? { isMonochrome: true as const } : {}),
    ...(continued === null || continued === undefined
      ? {}
      : { continuedTotal: { total: continued, isAssumed: pagesContinued?.isAssumed ?? false } }),
    history: { days: toHistoryDays(days), neededDays },
    tonerReadings,
    supplies: toOtherSupplies(sections.supplies ?? []),
    network: { ipAddress: toValue(nic?.ipAddress), macAddress: toValue(nic?.macAddress) ?? row.macAddress },
    collector: toCollector(row),
  };
}

/** What it rests on is in the evidence. */
function toStopRisk(risk: ProfileRow['risk']): Pick<DeviceProfile, 'stopRisk'> {
  if (risk === null || risk === undefined) return {};
  const { basis: _, ...stopRisk } = risk;
  return { stopRisk };
}

/** The store's reason for offline holds the hours of when it was found out: here they are as of now. */
const toReasons = ({ status, statusReasons, updatedAt }: ProfileRow, now: Date): StatusReason[] =>
  status === 'offline'
    ? [toNoReport(updatedAt, now), ...statusReasons.filter((reason) => reason.source !== 'noReport')]
    : statusReasons;

const toCollector = (row: ProfileRow): DeviceProfile['collector'] =>
  row.collectorName !== null && row.collectorObservedAt && row.collectorReceivedAt
    ? {
        name: row.collectorName,
        observedAt: row.collectorObservedAt.toISOString(),
        receivedAt: row.collectorReceivedAt.toISOString(),
      }
    : null;

/** Percent of color among all pages, one decimal (OQ-63); null where it cannot be known. */
export function toColorRate(total: number | null, color: number | null, black: number | null): number | null {
  const inputs = toRatioInputs(total, color, black);
  return inputs === undefined ? null : reproduce('ratio', inputs);
}

/** What the percent of color is calculated from; undefined where it cannot be known. */
export function toRatioInputs(
  total: number | null,
  color: number | null,
  black: number | null,
): InputsOf<'ratio'> | undefined {
  const whole = color !== null && black !== null ? color + black : total;
  if (color === null || whole === null || whole <= 0 || color > whole) return undefined;
  return { kind: 'ratio', part: color, whole };
}

/** Parts whose verdict asks for a visit (PR-16, 0220); null where nothing is known of any part. */
function toRecommendedParts(sections: SectionBodies, judged: ProfileRow['pmParts']): number | null {
  const { parts, threshold } = toPmParts({ judged, parts: sections.parts ?? null });
  const verdicts = parts.map((part) => verdictOf(part, threshold).verdict).filter((verdict) => verdict !== 'unknown');
  return verdicts.length === 0 ? null : verdicts.filter(asksForVisit).length;
}

/** System software first; nothing where that is not known, as the first is shown as it (PR-17, OQ-70). */
function toFirmwareVersions(sections: SectionBodies): string[] {
  const versions = firmwareFields.map((field) => toValue(sections.firmware?.[field]));
  return versions[0] === null ? [] : versions.filter((version) => version !== null);
}

/**
 * Counts over 14 days, as the days of the error tab add up to: null where the device never reports errors, or
 * was silent.
 */
function toErrorCounters({ everReportedErrors, reportedInWindow, errors }: ProfileRow): DeviceProfile['errorCounters'] {
  const isKnown = (everReportedErrors === true && reportedInWindow) || errors !== null;
  const [jamDF, jamPrint, jamFinisher, serviceCall, other] = errorCategories.map((category) =>
    isKnown ? (errors?.[category] ?? 0) : null,
  );
  return {
    jamDF: jamDF ?? null,
    jamPrint: jamPrint ?? null,
    jamFinisher: jamFinisher ?? null,
    serviceCall: serviceCall ?? null,
    other: other ?? null,
  };
}

type TonerReadings = NonNullable<DeviceProfile['tonerReadings']>;

/**
 * One reading per colour; of several cartridges of one colour the one with the lowest measured level, as it
 * is the next to be replaced.
 */
function toTonerReadings(supplies: readonly Supply[]): TonerReadings {
  const readings: TonerReadings = {};
  for (const color of tonerColors) {
    const supply = chooseSupply(supplies, color);
    if (!supply) continue;
    readings[color] = {
      percent: toValue(supply.percent),
      state: toLevelState(supply),
      ...(supply.coarse === undefined ? {} : { coarse: supply.coarse }),
    };
  }
  return readings;
}

/** Without a percent the state from panel and alerts is more useful than why there is none. */
function toLevelState({ percent, condition }: Supply): NonNullable<TonerReadings['black']>['state'] {
  if (percent.state === 'measured') return 'measured';
  return condition === 'low' || condition === 'empty' || condition === 'missing' ? condition : percent.state;
}

const toOtherSupplies = (supplies: readonly Supply[]): NonNullable<DeviceProfile['supplies']> =>
  supplies
    .filter((supply) => supply.tonerColor === undefined)
    .map((supply) => ({
      description: supply.description ?? null,
      type: supply.type ?? null,
      class: supply.class ?? null,
      percent: toValue(supply.percent),
      state: supply.percent.state,
    }));
