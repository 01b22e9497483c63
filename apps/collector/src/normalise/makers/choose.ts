import { scalars } from '../../snmp/objects.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { decideDeviceIndex } from '../decide-printer.ts';
import { toEnterprise } from '../identity.ts';
import { findBrand } from '../manufacturer.ts';
import { rowOf, toRows, toScalar } from '../raw-table.ts';
import { toText } from '../text.ts';
import { makerOfEnterprise, makerOfName, tablesOf } from './registry.ts';
import type { MakerTable } from './table.ts';

/** The tables that may fit a device, those of the number in sysObjectID before those of the brand on the front; none for an unknown maker. */
export function chooseTables(raw: RawReading): readonly MakerTable[] {
  const enterprise = toEnterprise(toScalar(raw, 'sysObjectID', scalars.sysObjectID));
  const device = rowOf(toRows(raw, 'hrDevice'), decideDeviceIndex(raw))?.hrDeviceDescr;
  const brand = [device, toScalar(raw, 'sysDescr', scalars.sysDescr)]
    .map((object) => findBrand(toText(object) ?? ''))
    .find((name) => name !== undefined);
  return [...new Set([...tablesOf(makerOfEnterprise(enterprise)?.maker), ...tablesOf(makerOfName(brand))])];
}
