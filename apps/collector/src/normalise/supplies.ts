import type { Supply } from '@platen/contract/report-sections';
import type { RawReading } from '../snmp/read-raw.ts';
import { supplyClass, supplyType, supplyUnit, toName } from './enumerations.ts';
import { toHeldRows, toRows } from './raw-table.ts';
import { toCapacity, toLevel, toNumber, toPercent } from './readings.ts';
import { withCoarse } from './supply-state/coarse.ts';
import { rowTextLimit, toText } from './text.ts';
import { toTonerColors } from './toner-color.ts';

const rowLimit = 256;

/** prtMarkerSuppliesTable row by row, several supplies of one colour kept apart; undefined when it was not read. */
export function toSupplies(raw: RawReading): Supply[] | undefined {
  const rows = toHeldRows(raw, 'supplies');
  if (rows === undefined) return undefined;
  const colorants = toRows(raw, 'colorants') ?? [];
  const supplies = rows.slice(0, rowLimit).map(({ index, objects }): Supply => {
    const classNumber = toNumber(objects.prtMarkerSuppliesClass);
    // A colorant is known by the device index of the supply and its own row; a device that numbers its supplies `0.N` has one set.
    const row = toNumber(objects.prtMarkerSuppliesColorantIndex);
    const own = colorants.find((item) => item.index === `${index.split('.', 1)[0]}.${row}`);
    const named = colorants.filter((item) => item.index.endsWith(`.${row}`));
    const colorant = own ?? (named.length === 1 ? named[0] : undefined);
    return {
      index,
      description: toText(objects.prtMarkerSuppliesDescription, rowTextLimit),
      class: toClass(classNumber),
      type: toName(supplyType, objects.prtMarkerSuppliesType),
      unit: toName(supplyUnit, objects.prtMarkerSuppliesSupplyUnit),
      colorant: toText(colorant?.objects.prtMarkerColorantValue, 256) || undefined,
      capacity: toCapacity(objects.prtMarkerSuppliesMaxCapacity),
      level: toLevel(objects.prtMarkerSuppliesLevel),
      percent: toPercent(objects.prtMarkerSuppliesLevel, objects.prtMarkerSuppliesMaxCapacity),
    };
  });
  const colors = toTonerColors(supplies);
  return withCoarse(supplies.map((supply, place) => ({ ...supply, tonerColor: colors[place] })));
}

const toClass = (value: number | undefined): Supply['class'] =>
  value === 1 || value === 3 || value === 4 ? supplyClass[value] : undefined;
