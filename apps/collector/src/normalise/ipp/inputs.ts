import type { DeviceReport } from '@platen/contract/report';
import { capacityUnit, inputType } from '../enumerations.ts';
import { cutText, rowTextLimit } from '../text.ts';
import { readFields } from './fields.ts';
import { type IppItems, toItemText } from './items.ts';
import { toFieldCapacity, toFieldLevel, toFieldPercent } from './levels.ts';
import { toNameOrNumber } from './names.ts';

type Input = NonNullable<DeviceReport['inputs']>[number];
const rowLimit = 128;

/**
 * printer-input-tray (PWG 5100.13), the columns of prtInputTable in one text. Left out are `auto` and what repeats the name of a tray
 * with the type `other`: ways to choose a tray, not trays.
 */
export function toIppInputs(items: IppItems): Input[] | undefined {
  const rows = items('printer-input-tray')
    .slice(0, rowLimit)
    .map((item) => {
      const fields = readFields(toItemText(item) ?? '');
      return {
        item,
        fields,
        name: fields.get('name') ?? '',
        type: toNameOrNumber(inputType, fields.get('type'), 'Tray'),
      };
    });
  const trays = rows.filter(({ fields, name, type }, place) => {
    if (!fields.has('type') && name === '') return false;
    const isNamedBefore = rows.some((row, other) => other !== place && row.name === name && row.type !== 'other');
    return type !== 'other' || (name.toLowerCase() !== 'auto' && !isNamedBefore);
  });
  if (trays.length === 0) return undefined;
  return trays.map(({ item, fields, name, type }, place) => ({
    index: fields.get('index')?.slice(0, 64) || String(place + 1),
    name: cutText(name, rowTextLimit),
    type,
    media: fields.has('medianame') ? cutText(fields.get('medianame') ?? '', rowTextLimit) : undefined,
    unit: toNameOrNumber(capacityUnit, fields.get('unit')),
    capacity: toFieldCapacity(item, fields.get('maxcapacity')),
    level: toFieldLevel(item, fields.get('level')),
    percent: toFieldPercent(item, fields.get('level'), fields.get('maxcapacity')),
  }));
}
