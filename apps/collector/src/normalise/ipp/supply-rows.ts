import type { Supply } from '@platen/contract/report-sections';
import { supplyClass, supplyType, supplyUnit } from '../enumerations.ts';
import { cutText, rowTextLimit } from '../text.ts';
import { readFields } from './fields.ts';
import { type IppItems, toItemText } from './items.ts';
import { toFieldCapacity, toFieldLevel, toFieldPercent } from './levels.ts';
import { toNameOrNumber } from './names.ts';

const rowLimit = 256;

/** printer-supply (PWG 5100.13), the columns of prtMarkerSuppliesTable in one text, with printer-supply-description beside it. */
export function toSupplyRows(items: IppItems): Supply[] {
  const sent = items('printer-supply').slice(0, rowLimit);
  const descriptions = items('printer-supply-description');
  return sent.flatMap((item, place): Supply[] => {
    const fields = readFields(toItemText(item) ?? '');
    if (!fields.has('type') && !fields.has('level')) return [];
    const description = descriptions.length === sent.length ? toItemText(descriptions[place]) : undefined;
    const colorant = fields.get('colorantname') ?? '';
    return [
      {
        index: fields.get('index')?.slice(0, 64) || String(place + 1),
        description: description === undefined ? undefined : cutText(description, rowTextLimit),
        class: toClass(fields.get('class')),
        type: toNameOrNumber(supplyType, fields.get('type')),
        unit: toNameOrNumber(supplyUnit, fields.get('unit')),
        colorant: colorant === '' ? undefined : cutText(colorant, 256),
        capacity: toFieldCapacity(item, fields.get('maxcapacity')),
        level: toFieldLevel(item, fields.get('level')),
        percent: toFieldPercent(item, fields.get('level'), fields.get('maxcapacity')),
      },
    ];
  });
}

const toClass = (text: string | undefined): Supply['class'] => {
  const name = toNameOrNumber(supplyClass, text);
  return Object.values(supplyClass).find((known) => known === name);
};
