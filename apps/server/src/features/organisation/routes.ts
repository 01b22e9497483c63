import {
  addOrganisation,
  changeOrganisation,
  listOrganisations,
  readOrganisation,
  removeOrganisation,
} from '@platen/contract/organisations';
import type { FastifyInstance } from 'fastify';
import { once } from '../../kit/idempotency.ts';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import * as tree from './tree.ts';

/** The tree of organisations (OA-01 to OA-04). */
export function registerOrganisations(app: FastifyInstance): void {
  const { settings, store } = app.platform;
  const { db } = store;
  serve(app, listOrganisations, async ({ user }) => ({ organisations: await tree.listTree(db, user) }));
  serve(app, readOrganisation, ({ user, params }) => tree.showOrganisation(db, user, params.id));
  serve(app, addOrganisation, ({ user, request, body }) =>
    once(db, user, request, (trx) => tree.addOrganisation(trx, user, body)),
  );
  serve(app, changeOrganisation, async ({ user, params, body }) => {
    tree.checkRetention(body, settings);
    return await inTransaction(db, (trx) => tree.changeOrganisation(trx, user, params.id, body));
  });
  serve(app, removeOrganisation, async ({ user, params, query }) => {
    await inTransaction(db, (trx) => tree.removeOrganisation(trx, user, params.id, query.version));
    return { status: 'OK' as const };
  });
}
