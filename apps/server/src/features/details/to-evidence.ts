import type { EvidenceEntry } from '@platen/contract/details';
import { firmwareFields, nicFields, tonerColors } from '@platen/contract/report-sections';
import type { Evidence } from '@platen/contract/values';
import type { KeptSection, KeptSections } from './store.ts';
import { chooseSupply, toInstant } from './to-profile.ts';

type Entries = Record<string, EvidenceEntry>;
interface HasEvidence {
  readonly evidence?: Evidence | undefined;
}

/**
 * Where each shown value came from. Keys are paths as in the answers of the other calls (`counter.total`,
 * `toner.black`, `firmware.system`, `network.nic_1st.ipAddress`); a value without evidence has no key.
 */
export function toEvidence(sections: KeptSections): Entries {
  const entries: Entries = {};
  const put = (key: string, evidence: Evidence | undefined, section: KeptSection<unknown>, field?: string) => {
    if (!evidence) return;
    const said = field === undefined ? undefined : section.fieldTimes?.[field];
    entries[key] = {
      ...evidence,
      observedAt: toInstant(said ?? section.observedAt),
      receivedAt: toInstant(section.receivedAt),
      collector: section.source,
    };
  };
  const { counters, supplies, firmware, network, options, identity, status, parts } = sections;

  if (counters) {
    const { total, color, black } = counters.body;
    put('counter.total', total?.reading.evidence, counters);
    put('counter.color', color?.reading.evidence, counters);
    put('counter.black', black?.reading.evidence, counters);
    put('counter.colorRate', toRatio(color?.reading, black?.reading ?? total?.reading), counters);
  }
  if (supplies) {
    for (const color of tonerColors)
      put(`toner.${color}`, chooseSupply(supplies.body, color)?.percent.evidence, supplies);
    const others = supplies.body.filter((supply) => supply.tonerColor === undefined);
    for (const [index, supply] of others.entries()) put(`supplies[${index}]`, supply.percent.evidence, supplies);
  }
  if (firmware) for (const field of firmwareFields) put(`firmware.${field}`, firmware.body[field]?.evidence, firmware);
  if (network)
    for (const [index, name] of ['nic_1st', 'nic_2nd'].entries())
      for (const field of nicFields)
        put(`network.${name}.${field}`, network.body.interfaces[index]?.[field]?.evidence, network);
  if (options)
    for (const field of ['DF', 'finisher', 'fax'] as const)
      put(`options.${field}`, options.body[field]?.evidence, options);
  if (identity)
    for (const [field, reading] of Object.entries(identity.body))
      if (hasEvidence(reading)) put(`identity.${field}`, reading.evidence, identity, field);
  if (status)
    for (const [field, evidence] of Object.entries(status.body.evidence ?? {}))
      put(`status.${field}`, evidence, status);
  if (parts) for (const part of parts.body) put(`parts.${part.partsCode}`, part.consumedLife?.evidence, parts);
  return entries;
}

const hasEvidence = (value: unknown): value is HasEvidence =>
  typeof value === 'object' && value !== null && 'evidence' in value;

/** The ratio is our own figure; the readings it was made of stand beside each other. */
function toRatio(color: HasEvidence | undefined, other: HasEvidence | undefined): Evidence | undefined {
  const [top, bottom] = [color?.evidence, other?.evidence];
  if (!top || !bottom) return undefined;
  const { source, name, raw } = bottom;
  return { ...top, rule: 'derived', also: [{ source, ...(name === undefined ? {} : { name }), raw }] };
}
