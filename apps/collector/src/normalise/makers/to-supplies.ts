import type { Supply } from '@platen/contract/report-sections';
import type { RawReading } from '../../snmp/read-raw.ts';
import { type RawObject, toRows } from '../raw-table.ts';
import { isSerial, rowTextLimit, toEvidence, toNumber, toText } from '../readings.ts';
import { withTonerColors } from '../toner-color.ts';
import { type Claim, toFurtherRows } from './claims.ts';
import type { MakerSupplyRows, MakerTable } from './table.ts';

const rowLimit = 64;
const noPercent: Supply['percent'] = { state: 'unknown' };

/**
 * Values of supplies in addition to the standard table: level, serial, state. Undefined if there are none.
 */
export function toSupplies(
  raw: RawReading,
  claims: readonly Claim[],
  tables: readonly MakerTable[],
): Supply[] | undefined {
  const supplies = [
    ...fromDescriptions(raw, tables),
    ...tables.flatMap((table) => (table.supplyRows ?? []).flatMap((rows) => fromRows(raw, rows))),
    ...fromRemaining(claims),
  ];
  return supplies.length > 0 ? supplies : undefined;
}

/**
 * The serial in the description of a standard row, with the row's own index and description so that both are
 * merged.
 */
function fromDescriptions(raw: RawReading, tables: readonly MakerTable[]): Supply[] {
  const patterns = tables.flatMap(({ texts }) => texts?.supplyDescription ?? []);
  if (patterns.length === 0) return [];
  return (toRows(raw, 'supplies') ?? []).slice(0, rowLimit).flatMap(({ index, objects }) => {
    const object = objects.prtMarkerSuppliesDescription;
    const description = toText(object, rowTextLimit);
    const serial = patterns.map((pattern) => pattern.exec(description ?? '')?.[1]).find((found) => found !== undefined);
    if (object === undefined || serial === undefined || !isSerial(serial)) return [];
    return [{ index, description, percent: noPercent, serial: toSerial(object, serial, 'fromDescription') }];
  });
}

function fromRows(raw: RawReading, rows: MakerSupplyRows): Supply[] {
  const { columns, types, conditions } = rows;
  const supplies = toFurtherRows(raw, rows.entry, rows.name)
    .slice(0, rowLimit)
    .flatMap(({ index, objects }): Supply[] => {
      const at = (column: number | undefined): RawObject | undefined =>
        column === undefined ? undefined : objects.get(column);
      const description = toText(at(columns.description), rowTextLimit)?.trim();
      if (description === undefined || description === '') return [];
      const serialObject = at(columns.serial);
      const serial = toText(serialObject)?.trim();
      const status = toNumber(at(columns.status));
      const type = types?.[toNumber(at(columns.type)) ?? -1];
      const colorant = toText(at(columns.colorant), 256)?.trim();
      const condition = status === undefined ? undefined : conditions?.[status];
      return [
        {
          index: `${rows.name}.${index}`.slice(0, 64),
          description,
          percent: noPercent,
          ...(type === undefined ? {} : { type }),
          ...(colorant === undefined || /^(none|other|unknown)?$/i.test(colorant) ? {} : { colorant }),
          ...(condition === undefined ? {} : { condition }),
          ...(serialObject === undefined || serial === undefined || !isSerial(serial)
            ? {}
            : { serial: toSerial(serialObject, serial, 'makersObject') }),
        },
      ];
    });
  return withTonerColors(supplies);
}

function fromRemaining(claims: readonly Claim[]): Supply[] {
  return claims.flatMap(({ means, object, value }): Supply[] => {
    if (means.is !== 'remaining' || value === undefined || value > 10_000) return [];
    const { type, tonerColor } = means;
    const reading = { state: 'measured', evidence: toEvidence(object, 'makersObject') } as const;
    return [
      {
        index: object.name.slice(0, 64),
        type,
        tonerColor,
        unit: 'percent',
        percent: { ...reading, value: Math.round(value / 10) / 10 },
      },
    ];
  });
}

const toSerial = (
  object: RawObject,
  value: string,
  rule: 'makersObject' | 'fromDescription',
): NonNullable<Supply['serial']> => ({ state: 'measured', value, evidence: toEvidence(object, rule) });
