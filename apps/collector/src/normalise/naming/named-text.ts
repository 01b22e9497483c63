import type { Evidence } from '@platen/contract/values';
import { descriptionOf, makerOf, modelOf, readDeviceId } from '../makers/device-id.ts';

/**
 * Source of a product name and its reliability: users can change a printer's name and info, sysDescr often is
 * that of the network card, ENTITY-MIB may describe a part. `brand` is the weight of its maker, `model` that
 * of its model.
 */
export const nameSources = {
  hrDeviceDescr: { model: 80, brand: 90 },
  makeAndModel: { model: 78, brand: 88 },
  makersObject: { model: 72, brand: 60 },
  deviceIdModel: { model: 66, brand: 62 },
  deviceIdMaker: { model: 0, brand: 65 },
  sysDescr: { model: 62, brand: 80 },
  deviceIdDescription: { model: 58, brand: 61 },
  entity: { model: 56, brand: 55 },
  sysObjectId: { model: 0, brand: 45 },
  printerName: { model: 30, brand: 30 },
  printerInfo: { model: 15, brand: 15 },
} as const;
export type NameSource = keyof typeof nameSources;

/** A text that may name maker and model. `maker`: the maker if it is no text (an enterprise number). */
export interface NamedText {
  readonly source: NameSource;
  readonly text: string;
  readonly maker?: string;
  readonly evidence: Evidence;
}

/** Names in an IEEE 1284 device id: its maker (MFG), its model (MDL) and its description (DES). */
export function fromDeviceId(text: string, evidence: Evidence): NamedText[] {
  const fields = readDeviceId(text);
  const named: [NameSource, string | undefined][] = [
    ['deviceIdMaker', makerOf(fields)],
    ['deviceIdModel', modelOf(fields)],
    ['deviceIdDescription', descriptionOf(fields)],
  ];
  return named.flatMap(([source, value]) => (value === undefined ? [] : [{ source, text: value, evidence }]));
}
