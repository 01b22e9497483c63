import { importVisits } from '@platen/contract/visit-import';
import type { FastifyInstance } from 'fastify';
import { once } from '../../../kit/idempotency.ts';
import { Accepted, serve } from '../../../kit/serve.ts';
import { importInJob } from './import-job.ts';

/** Bytes of a file with the most lines (VR-10). */
const mostBytes = 24_000_000;

/** Past visits from another system, as a file. */
export function registerVisitImport(app: FastifyInstance): void {
  const { db } = app.platform.store;
  serve(
    app,
    importVisits,
    async ({ user, request, body }) => {
      const { jobId } = await once(db, user, request, (trx) => importInJob(trx, user, body));
      return new Accepted(jobId);
    },
    { bodyLimit: mostBytes },
  );
}
