import { toVisibleComparison, type VisibleComparison } from '@platen/diagnosis/codes/visible-devices';
import { sql } from 'kysely';
import type { Pool } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { decodeCodes, type StoredCodes } from '../../store/report-format/codes.ts';
import { runPrepared } from '../../store/statement.ts';
import type { CodeKind } from './store.ts';

interface Row {
  readonly series: string;
  readonly firmware: string;
  readonly table: StoredCodes | null;
}

/** Devices compared at most, and values read of all of them: a comparison is made while the user waits. */
const bounds = { most: 60, least: 20, values: 40_000 };

export interface OwnComparison extends VisibleComparison {
  readonly family: string;
}

/**
 * Compares the codes of a family among the devices that this user may see, the device itself included; for
 * where the fleet gives nothing. `codes`: those of the device, which bound how many others are read. Null:
 * fewer than 5 devices.
 */
export async function readVisibleComparison(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  kind: CodeKind,
  codes: number,
): Promise<OwnComparison | null> {
  const limit = Math.max(bounds.least, Math.min(bounds.most, Math.floor(bounds.values / codes)));
  const rows = await runPrepared(
    store,
    `codes-${kind}-visible${user.seesAll ? '' : '-groups'}`,
    sql<Row>`
      select d.series, coalesce(d.firmware_version, '') as firmware, s.body->${sql.lit(`code${kind}`)} as "table"
      from device d join device_section s on s.device_id = d.device_id and s.section = 'codes'
      where d.series = (select o.series from device o where o.device_id = ${deviceId}) and d.held_by is null
        and ${visibleTo(user)}
      order by d.device_id = ${deviceId} desc, d.device_id limit ${limit}`,
  );
  const comparison = toVisibleComparison(
    rows.flatMap(({ firmware, table }) =>
      table === null
        ? []
        : {
            firmware,
            codes: new Map(decodeCodes(table).map(({ main, sub, value }) => [`${main}.${sub}`, value])),
          },
    ),
  );
  const family = rows[0]?.series;
  return comparison === null || family === undefined ? null : { ...comparison, family };
}
