import { type DeviceReport, reportVersion } from '@platen/contract/report';
import type { RawReading } from '../snmp/read-raw.ts';
import { toMakerLayer } from './makers/maker-layer.ts';
import type { Layer } from './merge/layer.ts';
import { mergeLayers } from './merge/merge-layers.ts';
import { toStandardLayer } from './standard-layer.ts';
import { withoutEpochTimes } from './up-time.ts';
import { withConditions } from './supply-state/with-conditions.ts';

export interface ReportHead {
  observedAt: Date;
  collectorName: string;
  collectorVersion: string;
  address: string;
  site?: DeviceReport['site'];
}

/** A raw reading as a device report. Pure; holds only what the device said. */
export function toReport(raw: RawReading, head: ReportHead): DeviceReport {
  return toReportOf(toSnmpLayers(raw), head);
}

/** What a device says over SNMP: the standard objects, and its maker's own. Pure. */
export const toSnmpLayers = (raw: RawReading): Layer[] => [toStandardLayer(raw), toMakerLayer(raw)];

/** What several sources said of one device at one moment, as one report. Pure. */
export function toReportOf(layers: readonly Layer[], head: ReportHead): DeviceReport {
  const { identity = {}, supplies, ...sections } = mergeLayers(withoutEpochTimes(layers, head.observedAt));
  const report = {
    version: `${reportVersion.major}.${reportVersion.minor}`,
    observedAt: head.observedAt.toISOString(),
    source: {
      kind: 'collector' as const,
      name: head.collectorName.slice(0, 256),
      version: head.collectorVersion.slice(0, 256),
      address: head.address.slice(0, 256),
    },
    site: head.site,
    identity,
    ...sections,
    supplies: supplies === undefined ? undefined : withConditions(supplies, sections.status),
  };
  return withoutUndefined(report);
}

/** Absent parts are left out instead of being present as `undefined`: what is kept is what goes over the wire. */
function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) {
    for (const item of value) withoutUndefined(item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      if (item === undefined) Reflect.deleteProperty(value, key);
      else withoutUndefined(item);
  }
  return value;
}
