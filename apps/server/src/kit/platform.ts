import type { Endpoint } from '@platen/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RateLimit } from '../base/caller.ts';
import type { Collector } from '../identity/collector-scope.ts';
import type { Identity } from '../identity/open-identity.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Settings } from '../settings/settings.ts';
import type { Connection } from '../store/database.ts';
import type { Changes } from './changes.ts';
import type { DownloadSlots } from './download-slots.ts';
import type { Handlers, ReadPlaces } from './read-places.ts';
import type { UserCalls } from './user-calls.ts';

/** What every route may use; hangs on the Fastify instance as `app.platform`. */
export interface Platform {
  readonly settings: Settings;
  readonly store: Pick<Connection, 'db' | 'pool'>;
  /** The store that can be written; `store` may be a replica. For what follows a call that only reads. */
  readonly primary: Pick<Connection, 'db'>;
  readonly identity: Identity;
  readonly metrics: Metrics;
  readonly limits: {
    readonly users: RateLimit;
    readonly userCalls: UserCalls;
    readonly tokens: RateLimit;
    readonly downloads: DownloadSlots;
    readonly collectors: RateLimit;
    readonly failedTokens: RateLimit;
    /** Tries to enrol, by address and of all (CF-02). */
    readonly enrolments: RateLimit;
    readonly allEnrolments: RateLimit;
  };
  /** Every endpoint registered so far; OpenAPI is made of them. */
  readonly endpoints: Endpoint[];
  /** What answers the calls of users, with this platform's store. */
  readonly handlers: Handlers;
  /** Where calls that only read are answered; undefined: all at the store. */
  reads?: ReadPlaces | undefined;
  /** When users last changed something; for what is cached. */
  readonly changes: Changes;
  /** True from the moment shutdown begins. */
  draining: boolean;
  /** Answers with the portal's page; absent until the portal is registered. */
  showPortal?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform;
  }
  interface FastifyRequest {
    /** Who calls; set before the body is read. */
    user: SignedInUser | null;
    collector: Collector | null;
    /** The catalogue code of the refusal, for the log line. */
    refusedWith: number | null;
    /** Why, in the words of the refusal; for the log line. */
    refusedBecause: string | null;
  }
}

interface Metrics {
  readonly registry: Registry;
  /** Seconds by method, route (never the path itself) and status. */
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  /** Reports by what became of them: stored, repeated, refused. */
  readonly ingestReports: Counter<'result'>;
  /** Reports held because they are of devices outside the scope of the key that delivered them. */
  readonly heldReports: Counter;
  /** Devices that a report moved to another dealer or customer within the scope of its key. */
  readonly deviceMoves: Counter;
}

interface CallCounts {
  counts(): { readonly taken: number; readonly waiting: number };
}

interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The figures of one server. Each has its own registry, so that several may live in one process. */
export function createMetrics(pool: PoolCounts, userCalls: CallCounts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'platen_' });
  const requests = new Histogram({
    name: 'platen_http_request_seconds',
    help: 'Time to answer a call',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const ingestReports = new Counter({
    name: 'platen_ingest_reports_total',
    help: 'Device reports received, by result',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  const heldReports = new Counter({
    name: 'platen_ingest_held_reports_total',
    help: 'Reports held because their device belongs to another collector key',
    registers: [registry],
  });
  const deviceMoves = new Counter({
    name: 'platen_device_moves_total',
    help: 'Devices that a report moved to another dealer or customer',
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'platen_database_connections',
    help: 'Database connections of the pool; waiting are calls that wait for one',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  registry.registerMetric(connections);
  const calls = new Gauge({
    name: 'platen_user_calls',
    help: 'Places that calls of users take, and calls that wait for one because their user has too many',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      const { taken, waiting } = userCalls.counts();
      this.set({ state: 'taken' }, taken);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  registry.registerMetric(calls);
  return { registry, requests, ingestReports, heldReports, deviceMoves };
}
