import { Readable } from 'node:stream';
import { exportTypes } from '@platen/contract/export';
import { triedLines } from '@platen/contract/meter-export-names';
import * as contract from '@platen/contract/meter-exports';
import * as handOff from '@platen/contract/meter-hand-off';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { readBrand } from '../../identity/brand-of-user.ts';
import { once } from '../../kit/idempotency.ts';
import { FileAnswer } from '../../kit/send.ts';
import { serve } from '../../kit/serve.ts';
import { toPortalAddress } from '../../settings/portal-address.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readCodes, replaceCodes } from './code-store.ts';
import { storeResult } from './erp-results.ts';
import { findExportedClose, isFirstRun, type MadeRun, makeRun, readExports, repeatRun } from './export-runs.ts';
import { mailRun, toFileName } from './mail-run.ts';
import { makeTable } from './make-file.ts';
import { addTemplate, changeTemplate, readTemplate, readTemplates, removeTemplate } from './template-store.ts';

/** Files of the meters of a close for other systems (MX-01 to MX-08, MX-10). */
export function registerMeterExport(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, contract.listMeterTemplates, async ({ user, request }) => ({
    templates: await readTemplates(db, user, request.headers['accept-language']),
  }));

  serve(app, contract.addMeterTemplate, ({ user, request, body }) =>
    once(db, user, request, async (trx) => ({
      template: await addTemplate(trx, user, body),
    })),
  );

  serve(app, contract.changeMeterTemplate, ({ user, params: { id }, body }) =>
    inTransaction(db, async (trx) => ({
      template: await changeTemplate(trx, user, id, body),
    })),
  );

  serve(app, contract.removeMeterTemplate, ({ user, params: { id }, query: { version } }) =>
    inTransaction(db, async (trx) => {
      await removeTemplate(trx, user, id, version);
      return { status: 'success' };
    }),
  );

  serve(app, contract.readMeterCodes, ({ user }) => readCodes(db, user));

  serve(app, contract.replaceMeterCodes, ({ user, body }) => inTransaction(db, (trx) => replaceCodes(trx, user, body)));
  registerHandOff(app);
}

const mostLeftOut = 200;

/** Files of a close and the answers of the ERP. */
function registerHandOff(app: FastifyInstance): void {
  const { store, settings } = app.platform;
  const { db } = store;
  const portalOf = async (userId: string) => toPortalAddress(settings, await readBrand(db, userId, null));

  serve(app, handOff.tryMeterExport, async ({ user, request, params: { id }, body }) => {
    const portal = await portalOf(user.userId);
    return await inTransaction(db, async (trx) => {
      const close = await findExportedClose(trx, user, id);
      const form =
        'form' in body ? body.form : await readTemplate(trx, user, body.templateId, request.headers['accept-language']);
      const { codes } = await readCodes(trx, user);
      const { heads, rows, lines, leftOut } = await makeTable(trx, close, { form, codes, portal });
      return {
        heads: [...heads],
        rows: rows.slice(0, triedLines).map((row) => [...row]),
        lines,
        leftOutCount: leftOut.length,
        leftOut: leftOut.slice(0, mostLeftOut).map(({ line: { serial, model, meter }, why }) => ({
          serial,
          model,
          meter,
          why,
        })),
        mustTest: 'form' in body || (await isFirstRun(trx, close, body.templateId, body.way ?? 'download')),
      };
    });
  });

  serve(
    app,
    handOff.exportMeters,
    async ({ user, request, params: { id: closeId }, query: { template, run, test } }) => {
      if ((template === undefined) === (run === undefined))
        throw new Refusal(202001, 'address: one of template and run is needed');
      return toAnswer(
        await inTransaction(db, async (trx) =>
          template === undefined
            ? repeatRun(trx, user, { closeId, runId: run ?? '', portal: settings.publicUrl })
            : makeRun(trx, user, {
                closeId,
                templateId: template,
                way: 'download',
                isTest: test === undefined ? undefined : test === 'true',
                languages: request.headers['accept-language'],
                portal: await portalOf(user.userId),
                now: new Date(),
              }),
        ),
      );
    },
    { isFile: true },
  );

  serve(app, handOff.mailMeters, ({ user, request, params: { id: closeId }, body: { test: isTest, ...body } }) =>
    once(db, user, request, async (trx) =>
      mailRun(trx, user, {
        ...body,
        closeId,
        isTest,
        languages: request.headers['accept-language'],
        portal: await portalOf(user.userId),
        now: new Date(),
      }),
    ),
  );

  serve(app, handOff.listMeterExports, ({ user, params: { id } }) => readExports(db, user, id));

  serve(
    app,
    handOff.reportMeterResult,
    ({ user, params: { id }, body: { lines } }) =>
      inTransaction(db, (trx) => storeResult(trx, user, id, { lines, now: new Date() })),
    { bodyLimit: 10_000_000 },
  );
}

function toAnswer(made: MadeRun): FileAnswer {
  const { bytes, hash, table, form, isTest } = made;
  return new FileAnswer(Readable.from([bytes]), exportTypes[form.format], {
    'total-count': String(table.lines),
    'left-out-count': String(table.leftOut.length),
    test: String(isTest),
    'content-disposition': `attachment; filename="${toFileName(made)}"`,
    digest: `sha-256=${hash.toString('base64')}`,
  });
}
