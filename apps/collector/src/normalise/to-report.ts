import { type DeviceReport, reportVersion } from '@platen/contract/report';
import type { RawReading } from '../snmp/read-raw.ts';
import { toCounters } from './counters.ts';
import { decideDeviceIndex } from './decide-printer.ts';
import { toFirmware } from './firmware.ts';
import { toIdentity } from './identity.ts';
import { toNetwork } from './network.ts';
import { toCovers, toInputs } from './paper.ts';
import { toStatus } from './status.ts';
import { toSupplies } from './supplies.ts';

export interface ReportHead {
  observedAt: Date;
  collectorName: string;
  collectorVersion: string;
  address: string;
  site?: DeviceReport['site'];
}

/** A raw reading as a device report. Pure; holds only what the device said, each section only where its table was read to the end. */
export function toReport(raw: RawReading, head: ReportHead): DeviceReport {
  const deviceIndex = decideDeviceIndex(raw);
  const report: DeviceReport = {
    version: `${reportVersion.major}.${reportVersion.minor}`,
    observedAt: head.observedAt.toISOString(),
    source: {
      kind: 'collector',
      name: head.collectorName.slice(0, 256),
      version: head.collectorVersion.slice(0, 256),
      address: head.address.slice(0, 256),
    },
    site: head.site,
    identity: toIdentity(raw, deviceIndex),
    status: toStatus(raw, deviceIndex),
    counters: toCounters(raw),
    supplies: toSupplies(raw),
    inputs: toInputs(raw),
    covers: toCovers(raw),
    firmware: toFirmware(raw),
    network: toNetwork(raw),
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
