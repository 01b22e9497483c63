import { readVisitFigures } from '@platen/contract/visit-figures';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../../../identity/signed-in-user.ts';
import { serve } from '../../../kit/serve.ts';
import { registerVisitEffectsExport } from './export.ts';
import { readFigures } from './read-figures.ts';

/** What visits brought, over the fleet of the user (VE-06 to VE-08). */
export function registerVisitFigures(app: FastifyInstance): void {
  const { db } = app.platform.store;
  serve(app, readVisitFigures, async ({ user, query }) => {
    requireRight(user, 'recordVisits');
    const { from, to, customer, model } = query;
    return await readFigures(db, user, { from, to, customer, model }, new Date());
  });
  registerVisitEffectsExport(app);
}
