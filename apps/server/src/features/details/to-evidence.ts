import type { EvidenceEntry } from '@platen/contract/details';
import { firmwareFields, nicFields, paperSources, type Supply, tonerColors } from '@platen/contract/report-sections';
import { sensorNames } from '@platen/contract/telemetry';
import type { Evidence, Reading } from '@platen/contract/values';
import { chooseSupply, toInstant } from '../../device/counters.ts';
import type { StoredSection, StoredSections } from '../../device/read-device.ts';
import { decodeParts, decodeSensors } from '../../store/report-format/lists.ts';

type Entries = Record<string, EvidenceEntry>;
interface HasEvidence {
  readonly evidence?: Evidence | undefined;
}

/**
 * Where each shown value came from. Keys are paths as in the answers of the other calls (`counter.total`,
 * `toner.black`, `firmware.system`, `network.nic_1st.ipAddress`). The evidence of a value without a source is
 * the report itself; what is not reported, or is a state without evidence, has no key.
 */
export function toEvidence(sections: StoredSections): Entries {
  const entries: Entries = {};
  // A section's values share its times.
  const instants = new Map<string, string>();
  const toTime = (text: string) => {
    const known = instants.get(text) ?? toInstant(text);
    instants.set(text, known);
    return known;
  };
  const put = (key: string, evidence: Evidence | undefined, section: StoredSection<unknown>, field?: string) => {
    if (!evidence) return;
    const own = field === undefined ? undefined : section.fieldTimes?.[field];
    entries[key] = {
      ...evidence,
      observedAt: toTime(own ?? section.observedAt),
      receivedAt: toTime(section.receivedAt),
      collector: section.source,
    };
  };
  const { counters, supplies, firmware, network, options, identity, status, parts, sensors, storage } = sections;
  const { inputs, paperPath } = sections;

  if (counters) {
    const { total, color, black } = counters.body;
    const pages = {
      total: toOwn(total?.reading, 'counters.total'),
      color: toOwn(color?.reading, 'counters.color'),
      black: toOwn(black?.reading, 'counters.black'),
    };
    for (const kind of ['total', 'color', 'black'] as const) put(`counter.${kind}`, pages[kind], counters);
    put('counter.colorRate', toRatio(pages.color, pages.black ?? pages.total), counters);
    for (const source of paperSources) {
      const reading = counters.body.paperSources?.[source]?.reading;
      put(`counter.module.${source}`, toOwn(reading, `counters.paperSources.${source}`), counters);
    }
    put('machine.counters.', toOwn(counters.body.duplexSheets?.reading, 'counters.duplexSheets'), counters);
    for (const { label, reading } of counters.body.labelled ?? [])
      put(`machine.counters.${label}`, toOwn(reading, `counters.labelled.${label}`), counters);
    put('counter.scanModule.large', toOwn(counters.body.scanLarge?.reading, 'counters.scanLarge'), counters);
    put('counter.scanModule.small', toOwn(counters.body.scanSmall?.reading, 'counters.scanSmall'), counters);
    for (const { function: kind, color: ink, size, unit, reading } of counters.body.byFunction ?? []) {
      const key = `${kind}.${ink}.${size}.${unit}`;
      put(`counter.byFunction.${key}`, toOwn(reading, `counters.byFunction.${key}`), counters);
    }
  }
  if (supplies) {
    for (const color of tonerColors) put(`toner.${color}`, toLevel(chooseSupply(supplies.body, color)), supplies);
    const others = supplies.body.filter((supply) => supply.tonerColor === undefined);
    for (const [index, supply] of others.entries()) put(`supplies[${index}]`, toLevel(supply), supplies);
  }
  if (inputs)
    for (const { index, percent } of inputs.body)
      put(`machine.trays.${index}`, toOwn(percent, `inputs.${index}.percent`), inputs);
  if (paperPath)
    for (const { index, percent } of paperPath.body.outputs ?? [])
      put(`machine.bins.${index}`, toOwn(percent, `paperPath.outputs.${index}.percent`), paperPath);
  if (firmware)
    for (const field of firmwareFields)
      put(`firmware.${field}`, toOwn(firmware.body[field], `firmware.${field}`), firmware);
  if (network)
    for (const [index, name] of ['nic_1st', 'nic_2nd'].entries())
      for (const field of nicFields)
        put(
          `network.${name}.${field}`,
          toOwn(network.body.interfaces[index]?.[field], `network.interfaces.${index}.${field}`),
          network,
        );
  if (options)
    for (const field of ['DF', 'finisher', 'fax'] as const)
      put(`options.${field}`, toOwn(options.body[field], `options.${field}`), options);
  if (identity)
    for (const [field, reading] of Object.entries(identity.body))
      if (hasEvidence(reading)) put(`identity.${field}`, reading.evidence, identity, field);
  if (status)
    for (const [field, evidence] of Object.entries(status.body.evidence ?? {}))
      put(`status.${field}`, evidence, status);
  if (parts)
    for (const { partsCode, consumedLife, pages } of decodeParts(parts.body)) {
      put(`parts.${partsCode}`, consumedLife?.evidence, parts);
      for (const field of ['consumedLife', 'lifeNow'])
        put(`parts.${partsCode}.${field}`, toOwn(consumedLife, `parts.${partsCode}.consumedLife`), parts);
      put(`parts.${partsCode}.counter`, toOwn(pages, `parts.${partsCode}.pages`), parts);
    }
  if (storage)
    for (const { sataPort, type } of storage.body)
      put(
        `predictions.hdd.${sataPort}.type`,
        { protocol: 'report', source: `storage.${sataPort}.type`, raw: type, rule: 'asReported' },
        storage,
      );
  if (sensors) {
    const sensorValues = decodeSensors(sensors.body);
    for (const { name, color, reading } of sensorValues)
      if (name === sensorNames.pixelCount && color !== undefined)
        put(`toner.averagePixelCount.${color}`, toOwn(reading, `sensors.${name}.${color}`), sensors);
    for (const name of nearEmptyNames)
      put(
        'toner.nearEmpty',
        toOwn(sensorValues.find((sensor) => sensor.name === name)?.reading, `sensors.${name}`),
        sensors,
      );
  }
  return entries;
}

/** The last one reported holds: a limit replaces the step. */
const nearEmptyNames = [sensorNames.nearEmptyMode, sensorNames.nearEmptySheets, sensorNames.nearEmptyPercent];

/** The evidence of a value without a source is the device's own report. */
const toOwn = (reading: Reading<number | string> | undefined, source: string): Evidence | undefined =>
  reading?.evidence ??
  (reading?.state === 'measured'
    ? { protocol: 'report', source, raw: String(reading.value), rule: 'asReported' }
    : undefined);

const toLevel = (supply: Supply | undefined): Evidence | undefined =>
  supply && toOwn(supply.percent, `supplies.${supply.index}.percent`);

const hasEvidence = (value: unknown): value is HasEvidence =>
  typeof value === 'object' && value !== null && 'evidence' in value;

/** The ratio is our own figure; the readings it was made of are listed together. */
function toRatio(top: Evidence | undefined, bottom: Evidence | undefined): Evidence | undefined {
  if (!top || !bottom) return undefined;
  const { source, name, raw } = bottom;
  // What contradicts one of the readings belongs to that reading, not to the ratio.
  const { contradictedBy: _, ...own } = top;
  return { ...own, rule: 'derived', also: [{ source, ...(name === undefined ? {} : { name }), raw }] };
}
