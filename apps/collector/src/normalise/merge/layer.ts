import type { DeviceReport, SectionName } from '@platen/contract/report';
import type { Evidence, Reading, ValueState } from '@platen/contract/values';
import type { NamedText } from '../naming/named-text.ts';

/** The values of a device from one source: the sections of a report that this source covers. */
export type Sections = { [Name in 'identity' | SectionName]?: DeviceReport[Name] | undefined };

/**
 * The source: `standard` Host Resources and Printer-MIB, `maker` the maker's own objects over SNMP, `ipp`
 * Get-Printer-Attributes. A layer contains only values of its source; it does not repeat those of another
 * layer.
 */
export type LayerSource = 'standard' | 'maker' | 'ipp';
export interface Layer {
  readonly source: LayerSource;
  readonly sections: Sections;
  /** Texts that may name maker and model; they are weighed over all layers. */
  readonly names?: readonly NamedText[];
}

/** Order of precedence if nothing else decides (docs/decisions/0143). */
const order: readonly LayerSource[] = ['standard', 'maker', 'ipp'];

/** The layers in the order of precedence; several of one source keep their order. */
export const inOrder = (layers: readonly Layer[]): Layer[] =>
  layers.toSorted((a, b) => order.indexOf(a.source) - order.indexOf(b.source));

/** The value of each layer for one section, by precedence; layers without a value are left out. */
export const valuesOf = <T>(layers: readonly Layer[], select: (sections: Sections) => T | undefined): T[] =>
  layers.map(({ sections }) => select(sections)).filter((reported) => reported !== undefined);

/** The contract's limit for contradicting values. */
const contradictionLimit = 8;
/** States with information about the value, though without a number. */
const informative: ReadonlySet<ValueState> = new Set(['someRemaining', 'notRestricted']);

/**
 * The reading with precedence: the first that is measured, else the first informative state, else the first.
 * Other measured readings go into its `contradictedBy` unless `isSame` treats them as equal.
 */
export function pickReading<T>(
  readings: readonly (Reading<T> | undefined)[],
  isSame: (value: T, other: T) => boolean,
): Reading<T> | undefined {
  const reported = readings.filter((reading) => reading !== undefined);
  const best = reported.find(isMeasured);
  if (best === undefined) return reported.find(({ state }) => isInformative(state)) ?? reported[0];
  const others = reported.filter(isMeasured).filter((other) => other !== best && !isSame(best.value, other.value));
  return contradicted(
    best,
    others.map(({ evidence }) => evidence),
  );
}

/** The reading with contradicting values in its evidence; unchanged if it has no evidence. */
export function contradicted<R extends Reading<unknown>>(reading: R, others: readonly (Evidence | undefined)[]): R {
  const { evidence } = reading;
  const known = others.filter((other) => other !== undefined);
  if (evidence === undefined || known.length === 0) return reading;
  const contradictedBy = [...(evidence.contradictedBy ?? []), ...known.map(toContradiction)].slice(
    0,
    contradictionLimit,
  );
  return { ...reading, evidence: { ...evidence, contradictedBy } };
}

const toContradiction = ({ protocol, source, name, raw }: Evidence) => ({
  protocol,
  source,
  ...(name === undefined ? {} : { name }),
  raw,
});

export const isMeasured = <T>(reading: Reading<T> | undefined): reading is Extract<Reading<T>, { state: 'measured' }> =>
  reading?.state === 'measured';
const isInformative = (state: Reading<unknown>['state']): boolean => state !== 'measured' && informative.has(state);
