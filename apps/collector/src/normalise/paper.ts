import type { DeviceReport } from '@platen/contract/report';
import type { RawReading } from '../snmp/read-raw.ts';
import { capacityUnit, coverStatus, inputType, toName } from './enumerations.ts';
import { toHeldRows } from './raw-table.ts';
import { toCapacity, toLevel, toPercent } from './readings.ts';
import { rowTextLimit, toText } from './text.ts';

type Inputs = NonNullable<DeviceReport['inputs']>;
type Covers = NonNullable<DeviceReport['covers']>;
const rowLimit = 128;

/** prtInputTable: trays and feeders, with the same rules for levels as supplies. */
export function toInputs(raw: RawReading): Inputs | undefined {
  return toHeldRows(raw, 'inputs')
    ?.slice(0, rowLimit)
    .map(({ index, objects }) => ({
      index,
      name: toText(objects.prtInputName, rowTextLimit),
      description: toText(objects.prtInputDescription, rowTextLimit),
      type: toName(inputType, objects.prtInputType),
      media: toText(objects.prtInputMediaName, rowTextLimit),
      unit: toName(capacityUnit, objects.prtInputCapacityUnit),
      capacity: toCapacity(objects.prtInputMaxCapacity),
      level: toLevel(objects.prtInputCurrentLevel),
      percent: toPercent(objects.prtInputCurrentLevel, objects.prtInputMaxCapacity),
    }));
}

/** prtCoverTable: covers and interlocks. */
export function toCovers(raw: RawReading): Covers | undefined {
  return toHeldRows(raw, 'covers')
    ?.slice(0, rowLimit)
    .map(({ index, objects }) => ({
      index,
      description: toText(objects.prtCoverDescription, rowTextLimit),
      status: toName(coverStatus, objects.prtCoverStatus),
    }));
}
