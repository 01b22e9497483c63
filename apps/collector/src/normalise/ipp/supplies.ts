import type { Supply } from '@platen/contract/report-sections';
import type { Reading } from '@platen/contract/values';
import { supplyClass, supplyType, supplyUnit } from '../enumerations.ts';
import { mergeSupplies } from '../merge/merge-supplies.ts';
import { cutText, rowTextLimit } from '../readings.ts';
import { withCoarse } from '../supply-state/with-conditions.ts';
import { withTonerColors } from '../toner-color.ts';
import {
  type IppItem,
  type IppItems,
  readFields,
  toFieldCapacity,
  toFieldLevel,
  toFieldPercent,
  toIppEvidence,
  toItemNumber,
  toItemText,
  toNameOrNumber,
} from './items.ts';
import { type StateReason, toConditions } from './state-reasons.ts';

/**
 * The supplies: markers merged with printer-supply, and the conditions of state reasons.
 * Undefined if the printer reports none.
 */
export function toIppSupplies(items: IppItems, reasons: readonly StateReason[]): Supply[] | undefined {
  const { supplies: markers, lowLevels } = toMarkers(items);
  const rows = toSupplyRows(items);
  const joined = mergeSupplies([withTonerColors(markers), withTonerColors(rows)].filter((list) => list.length > 0));
  return joined === undefined ? undefined : toConditions(withCoarse(joined), lowLevels, reasons);
}

const rowLimit = 256;

/**
 * printer-supply (PWG 5100.13), the columns of prtMarkerSuppliesTable in one text, with
 * printer-supply-description.
 */
function toSupplyRows(items: IppItems): Supply[] {
  const sent = items('printer-supply').slice(0, rowLimit);
  const descriptions = items('printer-supply-description');
  return sent.flatMap((item, position): Supply[] => {
    const fields = readFields(toItemText(item) ?? '');
    if (!fields.has('type') && !fields.has('level')) return [];
    const description = descriptions.length === sent.length ? toItemText(descriptions[position]) : undefined;
    const colorant = fields.get('colorantname') ?? '';
    return [
      {
        index: fields.get('index')?.slice(0, 64) || String(position + 1),
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

interface Markers {
  supplies: Supply[];
  /** By index of the supply: the percentage below which the printer reports it as low, if sent. */
  lowLevels: ReadonlyMap<string, number>;
}

/**
 * The lists `marker-names`, `-types`, `-colors`, `-levels`, `-low-levels` (CUPS; most printers send them):
 * the same index in each is one supply. A list of another length than names and levels cannot be assigned and
 * is left out; one value is a list of one.
 */
function toMarkers(items: IppItems): Markers {
  const names = items('marker-names').slice(0, rowLimit);
  const levels = items('marker-levels').slice(0, rowLimit);
  const count = Math.max(names.length, levels.length);
  const column = (name: string): readonly IppItem[] => {
    const list = items(name);
    return list.length === count ? list : [];
  };
  const lists = {
    names: names.length === count ? names : [],
    levels: levels.length === count ? levels : [],
    types: column('marker-types'),
    colors: column('marker-colors'),
    low: column('marker-low-levels'),
  };
  const lowLevels = new Map<string, number>();
  const supplies = Array.from({ length: count }, (_, position): Supply => {
    const index = String(position + 1);
    const low = toItemNumber(lists.low[position]);
    if (low !== undefined && low >= 0 && low <= 100) lowLevels.set(index, low);
    const description = toItemText(lists.names[position]);
    const type = toNameOrNumber(supplyType, toItemText(lists.types[position]));
    const level = toMarkerLevel(lists.levels[position]);
    return {
      index,
      description: description === undefined ? undefined : cutText(description, rowTextLimit),
      type,
      unit: level?.state === 'measured' ? 'percent' : undefined,
      colorant: toColorName(toItemText(lists.colors[position]), description),
      level,
      percent: toMarkerPercent(lists.levels[position], type),
      serial: toSerial(lists.names[position], description),
    };
  });
  return { supplies, lowLevels };
}

/** Xerox and Samsung append the number of the cartridge to its name. */
function toSerial(item: IppItem | undefined, description: string | undefined): Supply['serial'] {
  const value = /\bS\/N_?:\s*([0-9A-Z][0-9A-Z-]{5,63})/.exec(description?.replaceAll('_S/N', ' S/N') ?? '')?.[1];
  if (item === undefined || value === undefined) return undefined;
  return { state: 'measured', value, evidence: toIppEvidence(item, 'fromDescription') };
}

/** Levels are percent; -1 and -2 mean that the printer does not know, -3 that some remains. */
function toMarkerLevel(item: IppItem | undefined): Reading<number> | undefined {
  if (item === undefined) return undefined;
  const value = toItemNumber(item);
  if (value !== undefined && value >= 0)
    return { state: 'measured', value, evidence: toIppEvidence(item, 'asReported') };
  return { state: value === -3 ? 'someRemaining' : 'unknown', evidence: toIppEvidence(item, 'levelState') };
}

/**
 * For a waste box some printers report the content and some the free space: the level stays without a
 * percentage.
 */
function toMarkerPercent(item: IppItem | undefined, type: string | undefined): Reading<number> {
  const level = toMarkerLevel(item);
  if (item === undefined || level === undefined) return { state: 'unknown' };
  if (level.state !== 'measured') return level;
  const isClear = level.value <= 100 && type?.startsWith('waste') !== true;
  const evidence = toIppEvidence(item, level.value > 100 ? 'levelOverCapacity' : 'asReported');
  return isClear ? { state: 'measured', value: level.value, evidence } : { state: 'unknown', evidence };
}

const processColors: Readonly<Record<string, string>> = {
  '#000000': 'black',
  '#00FFFF': 'cyan',
  '#FF00FF': 'magenta',
  '#FFFF00': 'yellow',
};
/** A light ink is shown in the colour of the full one. */
const lighter = /light|photo|gr[ae]y|\bclair|\bhell/i;

/**
 * The name of a process colour that marker-colors gives as sRGB; undefined for mixtures, other colours and
 * lighter inks.
 */
const toColorName = (color: string | undefined, description: string | undefined): string | undefined =>
  lighter.test(description ?? '') ? undefined : processColors[color?.trim().toUpperCase() ?? ''];
