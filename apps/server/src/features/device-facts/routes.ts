import {
  changeDeviceFacts,
  importDeviceFacts,
  listDeviceFacts,
  placeDevices,
  readDeviceFacts,
} from '@platen/contract/device-facts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { once } from '../../kit/idempotency.ts';
import { Answer, serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readFactPage, readFacts } from './read-facts.ts';
import * as service from './service.ts';

/** What people know of devices, and where they belong (OA-03, OA-40, OA-43). */
export function registerDeviceFacts(app: FastifyInstance): void {
  const { store } = app.platform;
  const { db } = store;
  const checkDevice = (user: SignedInUser, deviceId: string) =>
    readDevice(store, user, deviceId, { name: 'facts-check', columns: sql`1` });

  serve(app, readDeviceFacts, async ({ user, params }) => {
    await checkDevice(user, params.id);
    const found = await readFacts(db, user, params.id);
    if (found === undefined) throw new Refusal(200004, 'there is no device with this id');
    const { facts: known, organisation, byHand, reported } = found;
    return { facts: known, placement: { organisation, byHand, reported } };
  });

  serve(app, changeDeviceFacts, async ({ user, params, body }) => {
    await checkDevice(user, params.id);
    return await inTransaction(db, async (trx) => ({
      facts: await service.changeFacts(trx, { user }, params.id, body),
    }));
  });

  serve(app, listDeviceFacts, async ({ user, query: { search = '', ...page } }) => {
    const { rows, hasMore, total } = await readFactPage(db, user, { ...page, search });
    const headers = { 'has-more': hasMore ? 'True' : 'False', 'total-count': String(total) };
    return new Answer({ devices: rows }, headers);
  });

  serve(
    app,
    importDeviceFacts,
    ({ user, body }) => inTransaction(db, (trx) => service.importFacts(trx, { user }, body)),
    { bodyLimit: 6_000_000 },
  );

  serve(app, placeDevices, ({ user, request, body }) =>
    once(db, user, request, (trx) => service.place(trx, { user }, body)),
  );
}
