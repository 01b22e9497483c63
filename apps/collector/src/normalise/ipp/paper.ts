import type { DeviceReport } from '@platen/contract/report';
import { capacityUnit, inputType, outputType, toMillimetres, toUnitStatus } from '../enumerations.ts';
import { cutText, rowTextLimit } from '../readings.ts';
import {
  type IppItems,
  readFields,
  toFieldCapacity,
  toFieldLevel,
  toFieldNumber,
  toFieldPercent,
  toItemText,
  toNameOrNumber,
} from './items.ts';

type Input = NonNullable<DeviceReport['inputs']>[number];
type PaperPath = NonNullable<DeviceReport['paperPath']>;
const rowLimit = 128;

/**
 * printer-input-tray (PWG 5100.13), the columns of prtInputTable in one text. Left out are `auto` and entries
 * of type `other` that repeat the name of a tray: they select a tray and are none.
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
  const trays = rows.filter(({ fields, name, type }, position) => {
    if (!fields.has('type') && name === '') return false;
    const isNamedBefore = rows.some((row, other) => other !== position && row.name === name && row.type !== 'other');
    return type !== 'other' || (name.toLowerCase() !== 'auto' && !isNamedBefore);
  });
  if (trays.length === 0) return undefined;
  return trays.map(({ item, fields, name, type }, position) => ({
    index: fields.get('index')?.slice(0, 64) || String(position + 1),
    name: cutText(name, rowTextLimit),
    type,
    media: fields.has('medianame') ? cutText(fields.get('medianame') ?? '', rowTextLimit) : undefined,
    unit: toNameOrNumber(capacityUnit, fields.get('unit')),
    capacity: toFieldCapacity(item, fields.get('maxcapacity')),
    level: toFieldLevel(item, fields.get('level')),
    percent: toFieldPercent(item, fields.get('level'), fields.get('maxcapacity')),
    ...toSize(fields),
    ...toStatus(fields),
  }));
}

/** `mediafeed` and `mediaxfeed`, in the unit of length that `dimunit` gives, micrometres without one. */
function toSize(fields: ReadonlyMap<string, string>): Pick<Input, 'size'> {
  const unit = toNameOrNumber(capacityUnit, fields.get('dimunit')) === 'tenThousandthsOfInches' ? 3 : 4;
  const feedMm = toMillimetres(toFieldNumber(fields.get('mediafeed')), unit);
  const crossMm = toMillimetres(toFieldNumber(fields.get('mediaxfeed')), unit);
  return feedMm === undefined || crossMm === undefined ? {} : { size: { feedMm, crossMm } };
}

function toStatus(fields: ReadonlyMap<string, string>): Pick<Input, 'status'> {
  const status = toUnitStatus(toFieldNumber(fields.get('status')));
  return status === undefined ? {} : { status };
}

/** printer-output-tray (PWG 5100.13), and `media-ready`: the names of what is loaded, without trays. */
export function toIppPaperPath(items: IppItems): PaperPath | undefined {
  const outputs = items('printer-output-tray')
    .slice(0, rowLimit)
    .flatMap((item, position) => {
      const fields = readFields(toItemText(item) ?? '');
      if (!fields.has('type') && !fields.has('name')) return [];
      return {
        index: fields.get('index')?.slice(0, 64) || String(position + 1),
        name: cutText(fields.get('name') ?? '', rowTextLimit),
        type: toNameOrNumber(outputType, fields.get('type')),
        percent: toFieldPercent(item, fields.get('remaining'), fields.get('maxcapacity')),
        ...toStatus(fields),
      };
    });
  const mediaReady = [...new Set(items('media-ready').map((item) => toItemText(item)?.trim() ?? ''))]
    .filter((name) => name !== '')
    .slice(0, rowLimit)
    .map((name) => cutText(name, 256));
  if (outputs.length === 0 && mediaReady.length === 0) return undefined;
  return { ...(outputs.length === 0 ? {} : { outputs }), ...(mediaReady.length === 0 ? {} : { mediaReady }) };
}
