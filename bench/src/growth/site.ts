import { setTimeout as wait } from 'node:timers/promises';
import { latestTermsVersion } from '@platen/contract/constants';
import { countCommonParts } from '@platen/server/store/common-parts';
import { correctWatch } from '@platen/server/store/device-watch';
import { foldTotals, recountTotals } from '@platen/server/store/fleet-totals';
import { recountSearch } from '@platen/server/store/fold-search';
import { Client } from 'pg';
import { fillFleet } from '../lib/fleet.ts';
import { HttpConnection } from '../lib/http-connection.ts';
import { leaveNothingDue } from '../lib/nothing-due.ts';
import { type RunningServer, startServer } from '../lib/running-server.ts';

/** `service` sees every device, `dealer` those of group 200: half of the fleet. */
export type GrowthUser = 'service' | 'dealer';

/** Devices whose sections are filled: enough for the calls about one device. */
const withSections = 1000;

/**
 * A server over a fleet of this size, all judged, each tenth device stopped. With a folder the store stays
 * there and is used again.
 */
export const startSite = (devices: number, folder: string): Promise<RunningServer> =>
  startServer(
    async (store) => {
      await fillFleet(store, devices, 0, withSections);
      await leaveNothingDue(store);
      const client = new Client({ connectionString: store.migrationUrl ?? store.url });
      await client.connect();
      try {
        await client.query(
          `insert into stopped_device (device_id, stopped_at) select device_id, updated_at from device where status = 'offline'`,
        );
        await client.query('vacuum analyze stopped_device');
      } finally {
        await client.end();
      }
    },
    {},
    folder === '' ? undefined : `${folder}/devices-${devices}`,
  );

/** Gives the dealer the group of half the fleet, straight in the tables: its devices carry it already. */
export const grantHalf = (server: RunningServer) =>
  server.store.pool.query(
    `with made as (insert into device_group (group_id, name) values (200, 'Half') on conflict do nothing)
     insert into user_group (user_id, group_id) select user_id, 200 from app_user where subject = 'dealer'
     on conflict do nothing`,
  );

export async function openConnection(server: RunningServer, user: GrowthUser): Promise<HttpConnection> {
  const connection = new HttpConnection(server.url, await server.token(user));
  await connection.request('POST', '/v1/termsOfUse', { version: latestTermsVersion });
  return connection;
}

const lookMs = 2000;

/** Waits until the totals of the fleet, of its texts and words are there: the server counts them at start. */
export async function awaitTotals({ store: { db } }: RunningServer): Promise<void> {
  while ((await correctWatch(db)) > 0) await wait(lookMs);
  while ((await recountTotals(db)) !== 0 || !(await foldTotals(db))) await wait(lookMs);
  while ((await recountSearch(db)) !== false) await wait(lookMs);
  while ((await countCommonParts(db)) !== 0) await wait(lookMs);
}
