import * as contract from '@platen/contract/meter-exports';
import type { FastifyInstance } from 'fastify';
import { once } from '../../kit/idempotency.ts';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readCodes, replaceCodes } from './code-store.ts';
import { addTemplate, changeTemplate, readTemplates, removeTemplate } from './template-store.ts';

/** Files of the meters of a close for other systems (MX-01 to MX-08, MX-10). */
export function registerMeterExport(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, contract.listMeterTemplates, async ({ user, request }) => ({
    templates: await readTemplates(db, user, request.headers['accept-language']),
  }));

  serve(app, contract.addMeterTemplate, ({ user, request, body }) =>
    once(db, user, request, async (trx) => ({
      template: await addTemplate(trx, { user, requestId: request.id }, body),
    })),
  );

  serve(app, contract.changeMeterTemplate, ({ user, request, params: { id }, body }) =>
    inTransaction(db, async (trx) => ({
      template: await changeTemplate(trx, { user, requestId: request.id }, id, body),
    })),
  );

  serve(app, contract.removeMeterTemplate, ({ user, request, params: { id }, query: { version } }) =>
    inTransaction(db, async (trx) => {
      await removeTemplate(trx, { user, requestId: request.id }, id, version);
      return { status: 'success' };
    }),
  );

  serve(app, contract.readMeterCodes, ({ user }) => readCodes(db, user));

  serve(app, contract.replaceMeterCodes, ({ user, request, body }) =>
    inTransaction(db, (trx) => replaceCodes(trx, { user, requestId: request.id }, body)),
  );
}
