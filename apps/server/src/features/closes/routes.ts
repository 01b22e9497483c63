import { Readable } from 'node:stream';
import { linePageSize, mostLinesOfFile, settledAtOnce } from '@platen/contract/close-values';
import * as contract from '@platen/contract/closes';
import { exportTypes } from '@platen/contract/export';
import { splitMeter } from '@platen/contract/meter-names';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { readCloseFile, toBytes } from '../../closes/close-file.ts';
import { type CloseRow, readCloseRows, toCloses } from '../../closes/close-row.ts';
import { readLate } from '../../closes/late-reports.ts';
import { readLines, readTotals } from '../../closes/read-lines.ts';
import { refreshClose } from '../../closes/refresh-lines.ts';
import { toStream } from '../../files/download.ts';
import { openSnapshot } from '../../files/snapshot.ts';
import { closeVisibleTo } from '../../identity/visibility.ts';
import { once } from '../../kit/idempotency.ts';
import { FileAnswer } from '../../kit/send.ts';
import { Accepted, Answer, serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { closeInJob, settleInJob } from './close-jobs.ts';
import { discard } from './discard.ts';
import { toLinesCsv } from './lines-csv.ts';
import { metersInJob } from './meters-at.ts';
import { openClose } from './open-close.ts';
import * as plans from './plans.ts';
import { settle } from './settle.ts';
import { findClose } from './who.ts';

/** Devices that a call works out by itself; more are worked out by a task. */
const refreshedAtOnce = 100;

/** Plans and closes of the counter ledger (LG-30 to LG-39). */
export function registerCloses(app: FastifyInstance): void {
  const { db } = app.platform.store;
  const answer = async (close: CloseRow) => {
    const [shown] = await toCloses(db, [close], Date.now());
    if (shown === undefined) throw new Error('a close without an answer');
    return shown;
  };

  serve(app, contract.listClosePlans, async ({ user }) => ({ plans: await plans.listPlans(db, user, new Date()) }));
  serve(app, contract.addClosePlan, ({ user, request, body }) =>
    once(db, user, request, (trx) => plans.addPlan(trx, user, body, new Date())),
  );
  serve(app, contract.changeClosePlan, ({ user, params: { id }, body: { version, ...form } }) =>
    inTransaction(db, (trx) => plans.changePlan(trx, user, id, { form, version, now: new Date() })),
  );
  serve(app, contract.removeClosePlan, async ({ user, params: { id }, query: { version } }) => {
    await inTransaction(db, (trx) => plans.removePlan(trx, user, id, { version, now: new Date() }));
    return { status: 'OK' as const };
  });

  serve(app, contract.listCloses, async ({ user }) => {
    const rows = await readCloseRows(db, closeVisibleTo(user));
    return { closes: await toCloses(db, rows, Date.now()) };
  });
  serve(app, contract.addClose, async ({ user, request, body }) => {
    const made = await once(db, user, request, (trx) => openClose(trx, user, body, new Date()));
    await refreshClose(db, made, refreshedAtOnce);
    return await answer(await findClose(db, user, made.closeId));
  });
  serve(app, contract.readClose, async ({ user, params: { id } }) => {
    const close = await findClose(db, user, id);
    if (close.state === 'open') await refreshClose(db, close, refreshedAtOnce);
    const { totals, customers } = await readTotals(db, id);
    const withUnit = <T extends { meter: string }>(one: T) => ({ ...one, unit: splitMeter(one.meter).unit });
    return { close: await answer(close), totals: totals.map(withUnit), customers: customers.map(withUnit) };
  });
  serve(app, contract.readCloseLines, async ({ user, params: { id }, query }) => {
    await findClose(db, user, id);
    const { format = 'json', limit, offset = 0, ...filter } = query;
    const most = format === 'csv' ? mostLinesOfFile : linePageSize;
    if (limit !== undefined && limit > most) throw new Refusal(202001, `limit: at most ${most} as ${format}`);
    const page = await readLines(db, id, { ...filter, limit: limit ?? most, offset });
    const headers = { 'total-count': String(page.total) };
    if (format === 'json') return new Answer(page, headers);
    return new FileAnswer(Readable.from(toLinesCsv(page.lines)), exportTypes.csv, headers);
  });
  registerActions(app, answer);
  registerDocuments(app);
}

/** What changes a close. */
function registerActions(app: FastifyInstance, answer: (close: CloseRow) => Promise<contract.Close>): void {
  const { db } = app.platform.store;
  serve(app, contract.settleLines, async ({ user, request, params: { id }, body }) => {
    if (body.lines.length > settledAtOnce)
      return new Accepted((await once(db, user, request, (trx) => settleInJob(trx, user, id, body))).jobId);
    const settled = await once(db, user, request, (trx) => settle(trx, user, id, body, new Date()));
    return {
      done: settled.done,
      skipped: [...settled.skipped],
      close: await answer(await findClose(db, user, id)),
    };
  });
  serve(app, contract.closePeriod, async ({ user, request, params: { id }, body: { version } }) => {
    const { jobId } = await once(db, user, request, (trx) => closeInJob(trx, user, id, { version, now: new Date() }));
    return new Accepted(jobId);
  });
  serve(app, contract.discardClose, async ({ user, params: { id }, body }) => {
    return await answer(await inTransaction(db, (trx) => discard(trx, user, id, body, new Date())));
  });
  serve(app, contract.readMetersAt, async ({ user, request, body }) => {
    return new Accepted((await once(db, user, request, (trx) => metersInJob(trx, user, body))).jobId);
  });
}

/** What a closed period can be checked by. */
function registerDocuments(app: FastifyInstance): void {
  const { store, limits } = app.platform;
  serve(
    app,
    contract.readCloseFile,
    async ({ user, params: { id } }) => {
      const close = await findClose(store.db, user, id);
      if (close.hash === null) throw new Refusal(202003, 'the period is not closed');
      const leave = limits.downloads.take(user.userId);
      if (leave === undefined) throw new Refusal(203002, 'too many exports at once', { retryAfter: 10 });
      try {
        const total = (close.summary?.lines ?? 0) + (close.summary?.corrections ?? 0);
        const all = await openSnapshot(store, (trx) => Promise.resolve({ total, batches: readCloseFile(trx, close) }));
        const whole = async () => {
          await all.close();
          leave();
        };
        return new FileAnswer(toStream(toBytes(all.batches), whole), 'application/x-ndjson', {
          'content-disposition': `attachment; filename="close-${close.lastDay}.ndjson"`,
        });
      } catch (error) {
        leave();
        throw error;
      }
    },
    { isFile: true },
  );
  serve(app, contract.readLateReports, async ({ user, params: { id } }) =>
    readLate(store.db, await findClose(store.db, user, id)),
  );
}
