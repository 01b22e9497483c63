import { type DeviceReport, reportVersion } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import type { RawReading } from '../snmp/read-raw.ts';
import { toMakerLayer } from './makers/maker-layer.ts';
import type { Layer } from './merge/layer.ts';
import { mergeLayers } from './merge/merge-layers.ts';
import { toStandardLayer } from './standard/standard-layer.ts';
import { withConditions } from './supply-state/with-conditions.ts';

export interface ReportHead {
  observedAt: Date;
  collectorName: string;
  collectorVersion: string;
  address: string;
  site?: DeviceReport['site'];
}

/** A raw reading as a device report. Pure; contains only what the device sent. */
export function toReport(raw: RawReading, head: ReportHead): DeviceReport {
  return toReportOf(toSnmpLayers(raw), head);
}

/** The layers of an SNMP reading: the standard objects, and its maker's own. Pure. */
export const toSnmpLayers = (raw: RawReading): Layer[] => [toStandardLayer(raw), toMakerLayer(raw)];

/** The layers of one device at one moment as one report. Pure. */
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

/** Absent parts are left out instead of being present as `undefined`: the report is stored as it is sent. */
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

const ticksPerSecond = 100;
/** Twenty years: no printer runs that long, while the seconds since 1970 are more than fifty years. */
const longest = 20 * 366 * 86_400 * ticksPerSecond;
/** Maximum error of a device's clock. */
const daySeconds = 86_400;

/**
 * Up-times that are the time of day are unknown: some printers send the seconds since 1970 as printer-up-time
 * (RFC 8011 section 5.4.29 counts from the start) or in sysUpTime, where only the time of the reading
 * distinguishes them from ticks. Pure.
 */
function withoutEpochTimes(layers: readonly Layer[], observedAt: Date): Layer[] {
  return layers.map((layer) => {
    const { identity } = layer.sections;
    const upTime = identity?.sysUpTimeTicks;
    if (identity === undefined || upTime === undefined || !isEpochTime(upTime, observedAt)) return layer;
    const { evidence } = upTime;
    const sysUpTimeTicks = { state: 'unknown' as const, ...(evidence === undefined ? {} : { evidence }) };
    return { ...layer, sections: { ...layer.sections, identity: { ...identity, sysUpTimeTicks } } };
  });
}

function isEpochTime(upTime: Reading<number>, observedAt: Date): boolean {
  if (upTime.state !== 'measured') return false;
  const now = observedAt.getTime() / 1000;
  return upTime.value > longest || Math.abs(upTime.value - now) < daySeconds;
}
