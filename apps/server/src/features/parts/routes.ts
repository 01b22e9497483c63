import { readPmParts } from '@platen/contract/history';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { joinJudgement, judged } from '../../device/judgement.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import { type PartsRow, toPmParts } from '../../device/to-pm-parts.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { serve } from '../../kit/serve.ts';

/** The PM parts tab. */
export function registerParts(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readPmParts, async ({ user, params }) => toPmParts(await readPartsRow(store, user, params.id)));
}

const readPartsRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<PartsRow> =>
  readDevice<PartsRow>(store, user, deviceId, {
    name: 'parts',
    columns: sql`${judged('pmParts')} as judged,
      (select s.body from device_section s where s.device_id = d.device_id and s.section = 'parts') as parts`,
    joins: joinJudgement,
  });
