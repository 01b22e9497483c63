import type { Day } from '@platen/diagnosis/history/day-reading';
import type { Need } from '@platen/diagnosis/parts-needed/device-needs';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';

/** Fewer pieces than this are none: most parts of most devices. */
const least = 0.0005;

interface NeedsOfDevice {
  readonly deviceId: string;
  readonly needs: readonly Need[];
}

/** Stores what the devices need, in place of what was stored of them. */
export async function saveNeeds(
  trx: Transaction<Database>,
  devices: readonly NeedsOfDevice[],
  today: Day,
): Promise<void> {
  if (devices.length === 0) return;
  const judgedOn = sql<string>`date '1970-01-01' + ${today}::int`;
  await trx
    .insertInto('device_need')
    .values(
      devices.map(({ deviceId, needs }) => {
        const rows = needs.map((need) => ({ ...need, mean: need.mean < least ? 0 : need.mean }));
        return {
          device_id: deviceId,
          judged_on: judgedOn,
          items: rows.map(({ item }) => item),
          means: rows.map(({ mean }) => mean),
          variances: rows.map(({ variance, mean }) => (mean === 0 ? 0 : variance)),
          bases: rows.map(({ basis }) => basis),
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((to) => ({
        judged_on: to.ref('excluded.judged_on'),
        items: to.ref('excluded.items'),
        means: to.ref('excluded.means'),
        variances: to.ref('excluded.variances'),
        bases: to.ref('excluded.bases'),
      })),
    )
    .execute();
}
