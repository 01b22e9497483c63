import type { DeviceReport, SectionName } from '@platen/contract/report';
import type { Evidence, Reading, ValueState } from '@platen/contract/values';
import type { NamedText } from '../naming/named-text.ts';

/** What one source reports of a device: the sections of a report that this source covers. */
export type Sections = { [Name in 'identity' | SectionName]?: DeviceReport[Name] | undefined };

/**
 * Who speaks: `standard` Host Resources and Printer-MIB, `maker` the maker's own objects over SNMP, `ipp` Get-Printer-Attributes.
 * A layer says only what its source said; it does not repeat what another layer holds.
 */
export type LayerSource = 'standard' | 'maker' | 'ipp';
export interface Layer {
  readonly source: LayerSource;
  readonly sections: Sections;
  /** Texts that may name maker and model; they are weighed over all layers. */
  readonly names?: readonly NamedText[];
}

/** The first in this order speaks where nothing else decides (docs/decisions/0143). */
const order: readonly LayerSource[] = ['standard', 'maker', 'ipp'];

/** The layers in the order of precedence; several of one source keep their order. */
export const inOrder = (layers: readonly Layer[]): Layer[] =>
  layers.toSorted((a, b) => order.indexOf(a.source) - order.indexOf(b.source));

/** What each layer says of one matter, first in precedence first; layers that say nothing are left out. */
export const saidBy = <T>(layers: readonly Layer[], select: (sections: Sections) => T | undefined): T[] =>
  layers.map(({ sections }) => select(sections)).filter((said) => said !== undefined);

/** The contract's limit of what stands beside a value. */
const contradictionLimit = 8;
/** States that say something of the value, though no figure. */
const telling: ReadonlySet<ValueState> = new Set(['someRemaining', 'notRestricted']);

/**
 * The reading that counts: the first that is measured, else the first state that says something, else the first.
 * What other measured readings said stands in its `contradictedBy` where `isSame` does not take it for the same.
 */
export function pickReading<T>(
  readings: readonly (Reading<T> | undefined)[],
  isSame: (value: T, other: T) => boolean,
): Reading<T> | undefined {
  const said = readings.filter((reading) => reading !== undefined);
  const best = said.find(isMeasured);
  if (best === undefined) return said.find(({ state }) => isTelling(state)) ?? said[0];
  const others = said.filter(isMeasured).filter((other) => other !== best && !isSame(best.value, other.value));
  return contradicted(
    best,
    others.map(({ evidence }) => evidence),
  );
}

/** The reading with what else was said beside its evidence; as it is when it has none to put it beside. */
export function contradicted<R extends Reading<unknown>>(reading: R, others: readonly (Evidence | undefined)[]): R {
  const { evidence } = reading;
  const known = others.filter((other) => other !== undefined);
  if (evidence === undefined || known.length === 0) return reading;
  const contradictedBy = [...(evidence.contradictedBy ?? []), ...known.map(toSaid)].slice(0, contradictionLimit);
  return { ...reading, evidence: { ...evidence, contradictedBy } };
}

const toSaid = ({ protocol, source, name, raw }: Evidence) => ({
  protocol,
  source,
  ...(name === undefined ? {} : { name }),
  raw,
});

export const isMeasured = <T>(reading: Reading<T> | undefined): reading is Extract<Reading<T>, { state: 'measured' }> =>
  reading?.state === 'measured';
const isTelling = (state: Reading<unknown>['state']): boolean => state !== 'measured' && telling.has(state);
