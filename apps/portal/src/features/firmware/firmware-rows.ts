import type { FirmwareField } from '@platen/contract/report-sections';

/**
 * The order of the firmware screen (FW-01..FW-14). The type fails to compile if the contract knows another
 * component.
 */
const places: Readonly<Record<FirmwareField, number>> = {
  system: 1,
  OS: 2,
  engine: 3,
  scan: 4,
  NIC: 5,
  DF: 6,
  finisher: 7,
  holePunch: 8,
  fax1: 9,
  fax2: 10,
  HDD: 11,
  PFC: 12,
  feed: 13,
  LED: 14,
};
const isField = (name: string): name is FirmwareField => Object.hasOwn(places, name);
export const firmwareRows: readonly FirmwareField[] = Object.keys(places)
  .filter(isField)
  .sort((a, b) => places[a] - places[b]);
