import { type FastifyInstance, fastify } from 'fastify';
import { delayChanges } from '../kit/changes.ts';
import type { Platform } from '../kit/platform.ts';
import type { Handlers, ReadPlaces } from '../kit/read-places.ts';
import type { Replica } from '../store/replicas/replica.ts';
import type { Replicas } from '../store/replicas/replicas.ts';
import { countAnswers } from './replica-metrics.ts';

/**
 * Registers the features once more for each replica, on an application that never listens. So each has a
 * store of its own from the start, and whatever it caches was read from there; limits are shared.
 */
export function readFrom(
  replicas: Replicas,
  { platform }: FastifyInstance,
  register: (app: FastifyInstance) => void,
): ReadPlaces {
  const handlersOf = new Map<Replica, Handlers>(
    replicas.all.map((replica) => {
      const reading: Platform = {
        ...platform,
        store: replica.store,
        changes: delayChanges(platform.changes, replicas.limitMs),
        endpoints: [],
        handlers: new Map(),
        reads: undefined,
      };
      const app = fastify();
      app.decorate('platform', reading);
      register(app);
      return [replica, reading.handlers];
    }),
  );
  const noteAnswer = countAnswers(platform.metrics.registry, replicas);
  return { replicas, handlersOf, ownMs: replicas.limitMs, noteAnswer };
}
