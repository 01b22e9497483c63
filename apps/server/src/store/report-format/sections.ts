import type { DeviceReport } from '@platen/contract/report';
import { encodeCodes } from './codes.ts';
import { encodeParts } from './parts.ts';
import { encodeSensors } from './sensors.ts';

/** What `device_section` holds of a report: its sections, and who reported what about whose device. */
export type StoredSectionName = Exclude<keyof DeviceReport, 'version' | 'observedAt' | 'mustUnderstand'>;

/**
 * JSON text of `device_section.body`: lists of parts, sensors and codes in their stored form, all else as
 * reported.
 */
export function encodeSection(name: StoredSectionName, report: DeviceReport): string | undefined {
  const { parts, sensors, codes } = report;
  if (name === 'parts') return parts && JSON.stringify(encodeParts(parts));
  if (name === 'sensors') return sensors && JSON.stringify(encodeSensors(sensors));
  if (name === 'codes') return codes && JSON.stringify(encodeCodes(codes));
  return JSON.stringify(report[name]);
}
