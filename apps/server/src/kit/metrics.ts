import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
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
