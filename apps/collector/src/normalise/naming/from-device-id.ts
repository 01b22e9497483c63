import type { Evidence } from '@platen/contract/values';
import { descriptionOf, makerOf, modelOf, readDeviceId } from '../makers/device-id.ts';
import type { NamedText, NameSource } from './named-text.ts';

/** What an IEEE 1284 device id names: its maker (MFG), its model (MDL) and its description (DES). */
export function fromDeviceId(text: string, evidence: Evidence): NamedText[] {
  const fields = readDeviceId(text);
  const named: [NameSource, string | undefined][] = [
    ['deviceIdMaker', makerOf(fields)],
    ['deviceIdModel', modelOf(fields)],
    ['deviceIdDescription', descriptionOf(fields)],
  ];
  return named.flatMap(([source, value]) => (value === undefined ? [] : [{ source, text: value, evidence }]));
}
