import { readPmParts } from '@platen/contract/history';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readPartsRow } from './store.ts';
import { toPmParts } from './to-pm-parts.ts';

/** The PM parts tab. */
export function registerParts(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readPmParts, async ({ user, params }) => toPmParts(await readPartsRow(store, user, params.id)));
}
