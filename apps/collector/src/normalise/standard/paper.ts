import type { DeviceReport } from '@platen/contract/report';
import type { RawReading } from '../../snmp/read-raw.ts';
import {
  capacityUnit,
  coverStatus,
  inputType,
  outputType,
  toMillimetres,
  toName,
  toUnitStatus,
} from '../enumerations.ts';
import { toHeldRows } from '../raw-table.ts';
import { rowTextLimit, toCapacity, toLevel, toNumber, toPercent, toText } from '../readings.ts';

type Inputs = NonNullable<DeviceReport['inputs']>;
type Covers = NonNullable<DeviceReport['covers']>;
type PaperPath = NonNullable<DeviceReport['paperPath']>;
const rowLimit = 128;

/** prtInputTable: trays and feeders, with the same rules for levels as supplies. */
export function toInputs(raw: RawReading): Inputs | undefined {
  return toHeldRows(raw, 'inputs')
    ?.slice(0, rowLimit)
    .map(({ index, objects }) => {
      const unit = toNumber(objects.prtInputDimUnit);
      const feedMm = toMillimetres(toNumber(objects.prtInputMediaDimFeedDirChosen), unit);
      const crossMm = toMillimetres(toNumber(objects.prtInputMediaDimXFeedDirChosen), unit);
      const status = toUnitStatus(toNumber(objects.prtInputStatus));
      return {
        index,
        name: toText(objects.prtInputName, rowTextLimit),
        description: toText(objects.prtInputDescription, rowTextLimit),
        type: toName(inputType, objects.prtInputType),
        media: toText(objects.prtInputMediaName, rowTextLimit),
        unit: toName(capacityUnit, objects.prtInputCapacityUnit),
        capacity: toCapacity(objects.prtInputMaxCapacity),
        level: toLevel(objects.prtInputCurrentLevel),
        percent: toPercent(objects.prtInputCurrentLevel, objects.prtInputMaxCapacity),
        ...(feedMm === undefined || crossMm === undefined ? {} : { size: { feedMm, crossMm } }),
        ...(status === undefined ? {} : { status }),
      };
    });
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

/** prtOutputTable: bins, with the room that is left in them. */
export function toPaperPath(raw: RawReading): PaperPath | undefined {
  const outputs = toHeldRows(raw, 'outputs')
    ?.slice(0, rowLimit)
    .map(({ index, objects }) => {
      const status = toUnitStatus(toNumber(objects.prtOutputStatus));
      return {
        index,
        name: toText(objects.prtOutputName, rowTextLimit),
        description: toText(objects.prtOutputDescription, rowTextLimit),
        type: toName(outputType, objects.prtOutputType),
        percent: toPercent(objects.prtOutputRemainingCapacity, objects.prtOutputMaxCapacity),
        ...(status === undefined ? {} : { status }),
      };
    });
  return outputs && { outputs };
}
