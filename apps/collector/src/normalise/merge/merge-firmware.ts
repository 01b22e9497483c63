import type { DeviceReport } from '@platen/contract/report';
import { firmwareFields } from '@platen/contract/report-sections';
import { pickReading } from './pick-reading.ts';

type Firmware = NonNullable<DeviceReport['firmware']>;

/** Versions field by field. A version that holds the other one is the same, written with more around it. */
export function mergeFirmware(said: readonly Firmware[]): Firmware | undefined {
  if (said.length === 0) return undefined;
  const merged: Firmware = {};
  for (const field of firmwareFields) {
    const reading = pickReading(
      said.map((firmware) => firmware[field]),
      (a, b) => toKey(a).includes(toKey(b)) || toKey(b).includes(toKey(a)),
    );
    if (reading !== undefined) merged[field] = reading;
  }
  return merged;
}

const toKey = (version: string): string => version.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
