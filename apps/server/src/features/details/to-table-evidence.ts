import { comparedAs, fleetSource, seenReplacement, tonerHistoryLength } from '@platen/contract/constants';
import type { EvidenceEntry } from '@platen/contract/details';
import { predictionComponents, readPredicted } from '@platen/contract/prediction-components';
import { tonerColors } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { toInstant } from '../../device/counters.ts';
import { comparisonOf, type FleetScope, fleetScopes, toDeviceStep, toScopeName } from '../../device/fleet-line.ts';

/** When a section was reported and by what collector, without its content. */
export interface SectionTimes {
  readonly observedAt: string;
  readonly receivedAt: string;
  readonly source: string;
}
/** How many values there are, and the first and last day of them. */
type Extent = readonly [count: number, from: string | null, to: string | null];
/** Errors are shown by day, by month and one by one. */
export type ErrorCounts = 'daily' | 'monthly' | 'logs';
type CodeKind = '05' | '08' | '13';

/**
 * What stands behind whole tables and charts: one entry for a column, as all its values came the same way.
 * The entry of a column of codes counts the codes in the report; the value of one code as reported is in the
 * answer of the code's own call.
 */
export interface TableFacts {
  readonly reported: Partial<Record<'counters' | 'errors' | 'codes', SectionTimes>> | null;
  /** Days with counters over the months that are shown. */
  readonly counterDays: Extent;
  /** Errors over the time of each screen, by the days of the reader's zone. */
  readonly errors: Readonly<Record<ErrorCounts, Extent>>;
  readonly codeCounts: Readonly<Record<CodeKind, number | null>> | null;
  /**
   * Groups of devices that the codes may be compared with, the nearest first; of each use the nearest counts.
   */
  readonly fleets:
    | readonly { scope: FleetScope; name: string; kind: '05' | '08'; devices: number; fittedAt: string }[]
    | null;
}

export function toTableEvidence({ reported, counterDays, errors, codeCounts, fleets }: TableFacts) {
  const entries: Record<string, EvidenceEntry> = {};
  const put = (
    path: string,
    times: SectionTimes | undefined,
    rule: EvidenceEntry['rule'],
    source: string,
    raw: string,
    name?: string,
  ) => {
    if (times === undefined) return;
    entries[path] = {
      protocol: 'report',
      source,
      ...(name !== undefined && { name }),
      raw,
      rule,
      observedAt: toInstant(times.observedAt),
      receivedAt: toInstant(times.receivedAt),
      collector: times.source,
    };
  };
  if (counterDays[0] > 0)
    for (const part of ['monthly', 'summary'])
      put(`counter.${part}`, reported?.counters, 'derived', 'counters', toRaw(counterDays));
  for (const part of ['daily', 'monthly'] as const)
    put(`errors.${part}`, reported?.errors, 'derived', 'errors', toRaw(errors[part]));
  if (errors.logs[0] > 0) put('errors.logs', reported?.errors, 'asReported', 'errors', toRaw(errors.logs));

  for (const kind of ['05', '08', '13'] as const) {
    const count = codeCounts?.[kind] ?? 0;
    if (count > 0)
      put(`codes.${kind}.currentValue`, reported?.codes, 'derived', `codes.code${kind}`, String(count), 'entries');
  }
  for (const { scope, name, kind, devices, fittedAt } of fleets ?? []) {
    const fitted = { observedAt: toInstant(fittedAt), receivedAt: toInstant(fittedAt), collector: null };
    for (const column of isUsual(scope) ? ['modeValue', 'averageValue'] : ['outlierLevel'])
      entries[`codes.${kind}.${column}`] ??= {
        protocol: 'report',
        source: `${fleetSource}${toScopeName(scope, name)}`,
        name: 'devices',
        raw: String(toDeviceStep(devices)),
        rule: 'derived',
        also: [{ source: 'fleet', name: comparedAs, raw: comparisonOf[scope] }],
        ...fitted,
      };
  }
  return entries;
}

const isUsual = (scope: FleetScope): boolean => fleetScopes.usual.some((known) => known === scope);

const toRaw = ([count, from, to]: Extent): string =>
  from === null || to === null ? String(count) : `${count} (${from}/${to})`;

/** A stored replacement: `toner.<color>` or `part.<code>`. */
export interface ReplacementFact {
  readonly item: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /**
   * Reported by the device, recorded on a visit, or seen by the portal in a level that rose or a counter
   * that started again.
   */
  readonly origin: 'reported' | 'recorded' | 'seen';
  /** Total pages of the device then; the last pixel count (percent) of the cartridge that ended. */
  readonly counter: number | null;
  readonly pixels: number | null;
}

/**
 * How each cartridge (`toner.cartridges.black[0]`, the current one first), the last replacement of a part
 * (`parts.6250.replacedAt`) and that of a predicted component (`predictions.fuser.lastReplacementDate`) came
 * to be known. When a replacement was received is not stored: null.
 */
export function toReplacementEvidence(
  newestFirst: readonly ReplacementFact[],
  predictions: DeviceJudgement['predictions'] | null,
): Record<string, EvidenceEntry> {
  const entries: Record<string, EvidenceEntry> = {};
  for (const color of tonerColors) {
    const cartridges = newestFirst.filter(({ item }) => item === `toner.${color}`).slice(0, tonerHistoryLength);
    // The pixel count at a replacement is that of the cartridge before it.
    for (const [n, cartridge] of cartridges.entries())
      entries[`toner.cartridges.${color}[${n}]`] = toEntry(cartridge, cartridges[n - 1]?.pixels ?? null);
  }
  const parts = newestFirst.filter(({ item }) => item.startsWith('part.'));
  for (const part of parts) entries[`parts.${part.item.slice('part.'.length)}.replacedAt`] ??= toEntry(part);
  for (const [path, day] of toPredicted(predictions)) {
    const found = parts.filter((part) => part.day === day);
    // Of several parts replaced on that day, which one it was is not stored with the prediction.
    const [first] = found;
    if (first !== undefined && found.every(({ origin }) => origin === first.origin))
      entries[`predictions.${path}.lastReplacementDate`] = toEntry(
        found.length === 1 ? first : { ...first, item: 'parts', counter: null },
      );
  }
  return entries;
}

function toEntry({ item, day, origin, counter }: ReplacementFact, pixels: number | null = null): EvidenceEntry {
  const also = [
    ...(counter === null ? [] : [{ source: 'counters.total', raw: String(counter) }]),
    ...(pixels === null ? [] : [{ source: 'sensors.pixelCount', raw: String(pixels) }]),
  ];
  return {
    protocol: 'report',
    source: sourceOf(origin, item),
    name: `${item}.replacedAt`,
    raw: day,
    rule: origin === 'reported' ? 'asReported' : 'derived',
    ...(also.length === 0 ? {} : { also }),
    observedAt: `${day}T00:00:00.000Z`,
    receivedAt: null,
    collector: null,
  };
}

type Dated = readonly [path: string, day: string | null | undefined];

function toPredicted(of: DeviceJudgement['predictions'] | null): readonly Dated[] {
  if (of === null) return [];
  return predictionComponents.flatMap((component) =>
    readPredicted(component, of[component]).parts.map(
      ({ key, replacementPart }): Dated => [
        key === undefined ? component : `${component}.${key}`,
        replacementPart?.lastReplacementDate,
      ],
    ),
  );
}

function sourceOf(origin: ReplacementFact['origin'], item: string): string {
  if (origin === 'reported') return `${item}.replacedAt`;
  return origin === 'recorded' ? 'record of a visit' : seenReplacement;
}
