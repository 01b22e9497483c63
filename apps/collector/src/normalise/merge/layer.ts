import type { NamedText } from '../naming/named-text.ts';
import type { DeviceReport, SectionName } from '@platen/contract/report';

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
