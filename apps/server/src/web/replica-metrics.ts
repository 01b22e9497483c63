import { Counter, Gauge, type Registry } from 'prom-client';
import type { AnsweredBy } from '../kit/read-places.ts';
import { replicaStates } from '../store/replicas/replica.ts';
import type { Replicas } from '../store/replicas/replicas.ts';

/** Adds the figures of replicas to a registry; returns what counts where calls were answered. */
export function countAnswers(registry: Registry, { all }: Replicas): (by: AnsweredBy) => void {
  const lag = new Gauge({
    name: 'platen_replica_lag_seconds',
    help: 'Age at most of what a replica shows; missing as long as it is not known',
    labelNames: ['replica'] as const,
    registers: [],
    collect() {
      this.reset();
      for (const replica of all) {
        const lagMs = replica.lagMs();
        if (Number.isFinite(lagMs)) this.set({ replica: replica.name }, lagMs / 1000);
      }
    },
  });
  const states = new Gauge({
    name: 'platen_replica_state',
    help: '1 for the present state of a replica; only one that is used is read from',
    labelNames: ['replica', 'state'] as const,
    registers: [],
    collect() {
      for (const replica of all)
        for (const state of replicaStates)
          this.set({ replica: replica.name, state }, replica.state() === state ? 1 : 0);
    },
  });
  const connections = new Gauge({
    name: 'platen_replica_connections',
    help: 'Connections to a replica; waiting are calls that wait for one',
    labelNames: ['replica', 'state'] as const,
    registers: [],
    collect() {
      for (const { name, store } of all) {
        const { totalCount, idleCount, waitingCount } = store.pool;
        this.set({ replica: name, state: 'busy' }, totalCount - idleCount);
        this.set({ replica: name, state: 'idle' }, idleCount);
        this.set({ replica: name, state: 'waiting' }, waitingCount);
      }
    },
  });
  for (const gauge of [lag, states, connections]) registry.registerMetric(gauge);
  const answers = new Counter({
    name: 'platen_read_calls_total',
    help: 'Calls that only read, by where they were answered and why',
    labelNames: ['by'] as const,
    registers: [registry],
  });
  return (by) => answers.inc({ by });
}
