import { comparedAs, fleetSource } from '@platen/contract/constants';
import type { EvidenceEntry } from '@platen/contract/details';
import { comparisonOf, type FleetScope, fleetScopes, toDeviceStep, toScopeName } from '../../device/fleet-line.ts';
import { toInstant } from '../../device/readings.ts';

/** When a section was reported and by what collector, without its content. */
export interface SectionTimes {
  readonly observedAt: string;
  readonly receivedAt: string;
  readonly source: string;
}
/** How many values there are, and the first and last day of them. */
export type Extent = readonly [count: number, from: string | null, to: string | null];
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
