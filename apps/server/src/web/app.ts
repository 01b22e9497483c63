import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { registerStyle } from '../base/page.ts';
import { openSecrets, type Secrets } from '../delivery/secrets.ts';
import { registerNotifications } from '../features/account/notification-routes.ts';
import { registerPeople } from '../features/account/people-routes.ts';
import { registerOwnSettings, registerTerms, registerUsers } from '../features/account/routes.ts';
import { registerAudit } from '../features/audit/routes.ts';
import { registerClaims } from '../features/claims/routes.ts';
import { registerCloses } from '../features/closes/routes.ts';
import { registerCodeHistory } from '../features/codes/history/routes.ts';
import { registerCodes } from '../features/codes/routes.ts';
import { registerCollectors } from '../features/collectors/routes.ts';
import { registerCounter } from '../features/counter/routes.ts';
import { registerDelivery } from '../features/delivery/routes.ts';
import { registerDetails } from '../features/details/routes.ts';
import { registerDeviceFacts } from '../features/device-facts/routes.ts';
import { registerDevices } from '../features/devices/routes.ts';
import { registerErrors } from '../features/errors/routes.ts';
import { registerExports } from '../features/exports/routes.ts';
import { registerFeed } from '../features/feed/routes.ts';
import { registerHealth } from '../features/health/routes.ts';
import { createDeliverBody, type DeliverBody } from '../features/ingest/receive/deliver.ts';
import { ingestRoutes } from '../features/ingest/receive/routes.ts';
import { registerJobs } from '../features/jobs/routes.ts';
import { registerMeterExport } from '../features/meter-export/routes.ts';
import { registerMeters } from '../features/meters/routes.ts';
import { registerModels } from '../features/models/routes.ts';
import { registerOData } from '../features/odata/routes.ts';
import { registerOrganisations } from '../features/organisation/routes.ts';
import { registerPartNumbers } from '../features/part-numbers/routes.ts';
import { registerPartsNeeded } from '../features/parts-needed/routes.ts';
import { registerPlainDevices } from '../features/plain-devices/routes.ts';
import { registerParts, registerPredictions } from '../features/predictions/routes.ts';
import { registerRules } from '../features/rules/routes.ts';
import { registerTokens } from '../features/tokens/routes.ts';
import { registerToner } from '../features/toner/routes.ts';
import { registerViews } from '../features/views/routes.ts';
import { registerVisitPack } from '../features/visit-pack/routes.ts';
import { registerWorklist } from '../features/worklist/routes.ts';
import { registerTickets } from '../features/worklist/tickets/routes.ts';
import { registerVisitFigures } from '../features/worklist/visit-figures/routes.ts';
import { registerVisitImport } from '../features/worklist/visit-import/routes.ts';
import { registerVisitRecords } from '../features/worklist/visit-record/routes.ts';
import { registerVisits } from '../features/worklist/visits/routes.ts';
import { openIdentity } from '../identity/open-identity.ts';
import type { Platform } from '../kit/platform.ts';
import type { Settings } from '../settings/settings.ts';
import type { Replicas } from '../store/replicas/replicas.ts';
import type { SilenceHold } from '../stream/silence-hold.ts';
import { registerDocs } from './docs/docs.ts';
import { createFrame } from './frame.ts';
import { registerPortal } from './portal.ts';
import { readFrom } from './read-from.ts';

interface AppOptions {
  settings: Settings;
  store: Platform['store'];
  log: FastifyBaseLogger;
  /** Of channels; without them they are opened by the settings. */
  secrets?: Secrets | undefined;
  /** Answer calls that only read. */
  replicas?: Replicas | undefined;
  /** Keeps what is delivered; without it that is done in this thread. */
  deliver?: DeliverBody | undefined;
  /** Of sites with a stream. */
  silence?: SilenceHold | undefined;
}

/** The whole HTTP server: API, sign-in for development, documentation, portal. Not listening yet. */
export async function buildApp({
  settings,
  store,
  replicas,
  log,
  secrets,
  deliver,
  silence,
}: AppOptions): Promise<FastifyInstance> {
  const { identity, registerProvider, close } = await openIdentity(settings, store, log);
  const app = createFrame({ settings, store, identity, log });
  app.addHook('onClose', close);
  registerProvider(app);
  registerHealth(app, silence);
  const channelSecrets = secrets ?? (await openSecrets(settings));
  registerFeatures(app, channelSecrets);
  if (replicas !== undefined)
    app.platform.reads = readFrom(replicas, app, (reading) => registerFeatures(reading, channelSecrets));
  await ingestRoutes(app, deliver ?? createDeliverBody(store.db, settings));
  registerStyle(app);
  registerDocs(app);
  await registerPortal(app);
  await app.ready();
  return app;
}

/** The calls of users. Done once for each database that they are answered from. */
function registerFeatures(app: FastifyInstance, secrets: Secrets): void {
  registerTerms(app);
  registerUsers(app);
  registerPeople(app);
  registerOwnSettings(app);
  registerNotifications(app);
  registerDevices(app);
  registerClaims(app);
  registerDeviceFacts(app);
  registerPlainDevices(app);
  registerExports(app);
  registerDetails(app);
  registerCounter(app);
  registerMeters(app);
  registerCloses(app);
  registerMeterExport(app);
  registerModels(app);
  registerOData(app);
  registerErrors(app);
  registerCodes(app);
  registerCodeHistory(app);
  registerToner(app);
  registerParts(app);
  registerPartsNeeded(app);
  registerPredictions(app);
  registerCollectors(app);
  registerWorklist(app);
  registerFeed(app);
  registerViews(app);
  registerVisitPack(app);
  registerRules(app);
  registerDelivery(app, secrets);
  registerTokens(app);
  registerAudit(app);
  registerTickets(app);
  registerVisitFigures(app);
  registerVisitRecords(app);
  registerVisitImport(app);
  registerOrganisations(app);
  registerPartNumbers(app);
  registerVisits(app);
  registerJobs(app);
}
