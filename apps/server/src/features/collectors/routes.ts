import {
  listCollectors,
  listStoppedDevices,
  readCollectorStatus,
  type StoppedDevice,
  sendStatus,
  statusLimits,
} from '@platen/contract/collectors';
import { can } from '@platen/contract/rights';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { Answer, serve, serveCollector } from '../../kit/serve.ts';
import { registerCommands } from './command-routes.ts';
import { handOutCommands } from './command-store.ts';
import { registerDownloads } from './downloads.ts';
import { registerEnrolment } from './enrolment-routes.ts';
import { registerRollouts } from './rollout-routes.ts';
import { readRounds } from './round-store.ts';
import { registerSettings } from './settings-routes.ts';
import { forgetEffective } from './settings-store.ts';
import { registerSiteCollectors } from './site-routes.ts';
import { noteWatched, storeStatus } from './status-store.ts';
import { readFailures, readStoppedPage, type StoppedRow } from './stopped-store.ts';
import { readCollectorRow, readCollectors, readServed, selectVisible, toCollector } from './store.ts';

const servesNone = { devices: 0, customers: [], customerCount: 0 };

/** How collectors are, and which devices have stopped reporting. */
export function registerCollectors(app: FastifyInstance): void {
  const { store } = app.platform;
  registerEnrolment(app);
  registerDownloads(app);
  registerSettings(app);
  registerCommands(app);
  registerRollouts(app);
  registerSiteCollectors(app);

  serveCollector(
    app,
    sendStatus,
    async ({ collector, body }) => {
      const now = new Date();
      const { isAsked, shows, ...reply } = await storeStatus(store, collector.collectorId, body, now);
      if (shows === false) await forgetEffective(store.db, collector.collectorId);
      const commands = isAsked === true ? await handOutCommands(store.db, collector.collectorId, now) : undefined;
      return { status: 'OK', ...reply, ...(commands !== undefined && { commands }) };
    },
    { bodyLimit: statusLimits.bytes },
  );

  serve(app, listCollectors, async ({ user, query }) => {
    requireSeeing(user);
    const page = await readCollectors(store.db, user, new Date(), query);
    const served = await readServed(
      store.db,
      user,
      page.rows.map(({ collectorId }) => collectorId),
    );
    const collectors = page.rows.map((row) => ({
      ...toCollector(row),
      ...(served.get(row.collectorId) ?? servesNone),
    }));
    return new Answer({ collectors, silent: page.silent, counts: page.counts }, toHeaders(page));
  });

  serve(app, readCollectorStatus, async ({ user, params, query }) => {
    requireSeeing(user);
    const row = await readCollectorRow(store.db, user, params.id, new Date());
    if (row === undefined) throw new Refusal(200004, 'there is no collector of this id');
    if (query.watch === 'true') await noteWatched(store, params.id, new Date());
    const [failures, findings, rounds, served] = await Promise.all([
      selectVisible(store.db, user, row.failureList),
      selectVisible(store.db, user, row.findingList),
      readRounds(store.db, params.id, new Date()),
      readServed(store.db, user, [params.id]),
    ]);
    return {
      collector: { ...toCollector(row), ...(served.get(params.id) ?? servesNone) },
      failures,
      findings,
      ...rounds,
    };
  });

  serve(app, listStoppedDevices, async ({ user, query: { groupId = 0, offset, limit } }) => {
    const page = await readStoppedPage(store, { user, groupId, offset, limit, now: new Date() });
    const failures = await readFailures(store, page.rows);
    const devices = page.rows.map((row) => toStoppedDevice(row, failures.get(row.deviceId)));
    return new Answer({ devices }, toHeaders(page));
  });
}

/** The operator's staff see collectors of their devices; who manages some sees these. */
function requireSeeing(user: SignedInUser): void {
  if (!can(user, 'manageCollectors')) requireRight(user, 'seeCollectors');
}

const toHeaders = ({ hasMore, total }: { hasMore: boolean; total: number }) => ({
  'has-more': hasMore ? 'True' : 'False',
  'total-count': String(total),
});

/** Only together with a name that the user may see. */
const toReportedName = ({ collectorName, reportedName }: StoppedRow) =>
  collectorName === null || reportedName === null || reportedName === collectorName ? {} : { reportedName };

function toStoppedDevice(row: StoppedRow, failure: StoppedDevice['failure'] | undefined): StoppedDevice {
  const { deviceId, serial, model, customerNumber, customerName, description, address } = row;
  const { collectorName: name, collectorState: state } = row;
  return {
    deviceId,
    serial,
    model,
    customerNumber,
    customerName,
    description,
    updatedAt: row.updatedAt.toISOString(),
    address,
    collector: state === null ? null : { name: name ?? '', state, ...toReportedName(row) },
    failure: failure ? { kind: failure.kind, reason: failure.reason, since: failure.since } : null,
  };
}
