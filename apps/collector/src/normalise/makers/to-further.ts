import type { Further, FurtherGroup } from '../../snmp/read-further.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { chooseTables } from './choose.ts';
import { common } from './common.ts';
import type { MakerTable } from './table.ts';

/** Which objects to ask a device for beside the standard ones. Where several makers may have built it, only those whose tree it has. */
export function toFurther(raw: RawReading): Further {
  const chosen = chooseTables(raw);
  const isSure = chosen.length === 1;
  return { groups: [toGroup(common), ...chosen.map((table) => (isSure ? toGroup(table) : withRoot(table)))] };
}

const withRoot = (table: MakerTable): FurtherGroup => ({ ...toGroup(table), root: table.root });

function toGroup({ objects, rows = [], supplyRows = [] }: MakerTable): FurtherGroup {
  const counted = rows.map(({ entry, keys, value, unit }) => ({
    entry,
    columns: ascending([...keys, value, ...(unit === undefined ? [] : [unit.column])]),
  }));
  const supplied = supplyRows.map(({ entry, columns }) => ({ entry, columns: ascending(Object.values(columns)) }));
  return { oids: objects.map(({ oid }) => oid), tables: [...counted, ...supplied] };
}

const ascending = (columns: readonly number[]): number[] => [...new Set(columns)].toSorted((a, b) => a - b);
