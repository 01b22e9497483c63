import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import type { Kysely } from 'kysely';
import type { Log } from '../base/logger.ts';
import { announceEnds } from '../closes/announce.ts';
import { noteCustomers } from '../closes/customer-history.ts';
import { openDueCloses, refreshCloses } from '../closes/tend-closes.ts';
import { openClaims } from '../features/claims/open-claims.ts';
import { advanceRollouts } from '../features/collectors/rollout-advance.ts';
import { dropOldDeadLetters } from '../features/ingest/stream/dead-letters.ts';
import { compareStandards } from '../history/code-history/compare-standards.ts';
import { proveProposals } from '../history/code-history/prove-proposals.ts';
import { countOutcomes } from '../history/visit-outcomes.ts';
import { packMonths } from '../ledger/pack-months.ts';
import { countCommonParts } from '../store/common-parts.ts';
import type { Database } from '../store/database.ts';
import { correctWatch } from '../store/device-watch.ts';
import { foldTotals, recountTotals } from '../store/fleet-totals.ts';
import { foldSearch, recountSearch } from '../store/fold-search.ts';
import { forgetWrites } from '../store/replicas/own-writes.ts';
import type { SilenceHold } from '../stream/silence-hold.ts';
import { readOrganisation, refreshMedianPages } from '../worklist/organisation.ts';
import type { JobMetrics } from './job-metrics.ts';
import { dropOldCloses, dropOldPacks } from './meter-retention.ts';
import { markOffline, markStopped } from './offline.ts';
import { dropOldOfOrganisations } from './organisation-retention.ts';
import {
  dropOld,
  dropOldAudit,
  dropOldCommands,
  dropOldConditions,
  dropOldDeliveries,
  dropOldJobs,
  dropOldJudgements,
  dropOldReplacements,
  dropOldRollouts,
  dropOldRounds,
  dropOldTokenCalls,
  dropOldVisits,
  makePartitions,
  type Retention,
  retireGone,
} from './retention.ts';
import { thinReports } from './thin-reports.ts';

export interface TaskListOptions {
  db: Kysely<Database>;
  settings: Retention & { offlineHours: number };
  log: Log;
  metrics?: JobMetrics | undefined;
  /** Of sites with a stream: jobs that judge silence wait while it is held; the next turn does their work. */
  silence?: Pick<SilenceHold, 'isHeld'> | undefined;
}

/** What the scheduled jobs do, by the name under which they are queued; those of worker threads are apart. */
export function createTaskList({ db, settings, log, metrics, silence }: TaskListOptions) {
  /** Devices whose reports wait in the stream are not silent. */
  const unlessHeld = (work: () => Promise<void>) => async () => {
    if ((await silence?.isHeld()) !== true) await work();
  };
  return {
    partitions: async () => makePartitions(db, new Date()),
    retention: async () => dropAllOld(db, settings, log),
    offline: unlessHeld(async () => {
      const changed = await markOffline(db, new Date(), settings.offlineHours);
      if (changed > 0) log.info({ devices: changed }, 'devices went offline or came back');
    }),
    stopped: unlessHeld(async () => {
      const stopped = await markStopped(db, new Date());
      if (stopped > 0) log.info({ devices: stopped }, 'devices have stopped reporting');
    }),
    totals: async () => {
      await foldTotals(db);
      await foldSearch(db);
    },
    recount: async () => {
      const watched = await correctWatch(db);
      const cells = (await recountTotals(db)) ?? 0;
      if (watched + cells > 0) log.info({ watched, cells }, 'corrected totals and next looks of devices');
      if (await recountSearch(db)) log.info({}, 'counted devices by searched texts');
      const parts = (await countCommonParts(db)) ?? 0;
      if (parts > 0) log.info({ parts }, 'counted parts of texts that many devices have');
    },
    use: async () => {
      await refreshMedianPages(db);
      await unlessHeld(() => retireGone(db, new Date()).then(() => undefined))();
    },
    standards: async () => void (await compareStandards(db, new Date())),
    proposals: async () => {
      const proved = await proveProposals(db);
      if (proved > 0) log.info({ proved }, 'readings proved codes that were proposed');
    },
    outcomes: async () => {
      const counted = await countOutcomes(db, new Date());
      if (counted > 0) log.info({ visits: counted }, 'counted what visits brought');
    },
    ledger: async () => {
      await noteCustomers(db);
      const packed = await packMonths(db, new Date(), async (organisationId) =>
        toWorkTime((await readOrganisation(db, organisationId)).settings.calendar),
      );
      if (packed > 0) log.info({ packed }, 'packed months of the meter ledger');
    },
    closes: unlessHeld(async () => {
      const made = await openDueCloses(db, new Date(), log);
      if (made > 0) log.info({ made }, 'made closes of plans');
      const devices = await refreshCloses(db, new Date());
      if (devices > 0) log.info({ devices }, 'worked out lines of open closes');
      await announceEnds(db, new Date());
    }),
    rollouts: async () => {
      const stopped = await advanceRollouts(db, new Date());
      if (stopped > 0) log.warn({ rollouts: stopped }, 'changes of several collectors have stopped');
    },
    claims: async () =>
      openClaims(db, new Date(), (claims) => {
        metrics?.onClaims(claims.length);
        for (const claim of claims) log.warn({ claim }, 'a collector key reported a device of another key');
      }),
  };
}

/** Deletes what is older than its retention, of each kind. */
async function dropAllOld(db: Kysely<Database>, settings: Retention, log: Log): Promise<void> {
  const dropped = await dropOld(db, new Date(), settings);
  if (dropped.length > 0) log.info({ dropped }, 'dropped months past their retention');
  const shorter = await dropOldOfOrganisations(db, new Date(), settings);
  if (shorter > 0) log.info({ rows: shorter }, 'deleted what organisations store for fewer months');
  const thinned = await thinReports(db, new Date());
  if (thinned.length > 0) log.info({ thinned }, 'thinned months of reports');
  await dropOldReplacements(db, new Date());
  await dropOldConditions(db, new Date());
  await dropOldJobs(db, new Date());
  await dropOldAudit(db);
  await dropOldJudgements(db, new Date());
  await dropOldDeliveries(db, new Date());
  await dropOldVisits(db, new Date());
  await dropOldTokenCalls(db, new Date());
  await dropOldCommands(db, new Date());
  await dropOldRounds(db, new Date());
  await dropOldRollouts(db, new Date());
  await dropOldPacks(db, new Date());
  await dropOldCloses(db, new Date());
  await forgetWrites(db);
  const letters = await dropOldDeadLetters(db, new Date());
  if (letters > 0) log.warn({ letters }, 'deleted dead letters without a decision');
}
