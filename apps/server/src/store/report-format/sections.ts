import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import { encodeCodes, encodeParts, encodeSensors } from './lists.ts';

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

/** A measured number; null where it is not known. */
export const toNumber = (reading: Reading<number> | undefined): number | null =>
  reading?.state === 'measured' ? reading.value : null;

/** A measured text without the blanks around it; null where it is unknown or empty. */
export function toText(reading: Reading<string> | undefined): string | null {
  if (reading?.state !== 'measured') return null;
  const text = reading.value.trim();
  return text === '' ? null : text;
}
