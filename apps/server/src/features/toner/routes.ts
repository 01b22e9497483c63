import { readToner } from '@platen/contract/history';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../kit/serve.ts';
import { readTonerRow } from './store.ts';
import { toToner } from './to-toner.ts';

/** The toner tab. */
export function registerToner(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readToner, async ({ user, params }) => toToner(await readTonerRow(store, user, params.id)));
}
