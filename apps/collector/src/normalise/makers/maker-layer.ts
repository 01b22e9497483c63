import type { RawReading } from '../../snmp/read-raw.ts';
import type { Layer } from '../merge/layer.ts';
import { chooseTables } from './choose.ts';
import { toClaims } from './claims.ts';
import { common } from './common.ts';
import { toCounters } from './to-counters.ts';
import { toFirmware } from './to-firmware.ts';
import { toIdentity, toNamedTexts } from './to-identity.ts';
import { toSupplies } from './to-supplies.ts';

/** What the maker's own objects say, by the tables that may fit the device. Pure. */
export function toMakerLayer(raw: RawReading): Layer {
  const tables = [...chooseTables(raw), common];
  const claims = tables.flatMap((table) => toClaims(raw, table));
  return {
    source: 'maker',
    sections: {
      identity: toIdentity(raw, claims),
      counters: toCounters(claims),
      supplies: toSupplies(raw, claims, tables),
      firmware: toFirmware(claims),
    },
    names: toNamedTexts(claims),
  };
}
