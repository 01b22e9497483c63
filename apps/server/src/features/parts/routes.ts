import { readPmParts } from '@platen/contract/history';
import type { FastifyInstance } from 'fastify';
import { toPmParts } from '../../device/to-pm-parts.ts';
import { serve } from '../../kit/serve.ts';
import { readPartsRow } from './store.ts';

/** The PM parts tab. */
export function registerParts(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readPmParts, async ({ user, params }) => toPmParts(await readPartsRow(store, user, params.id)));
}
