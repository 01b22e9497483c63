import type { CodesSince } from '@platen/contract/codes-since';
import { mostChanges } from '@platen/contract/visit-pack-names';
import { type CodePast, codeChangesSince } from '@platen/diagnosis/code-history/changes-since';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { loadAdjusting, loadModelValues } from './load-model-values.ts';
import { loadDevicePast } from './load-past.ts';
import { loadCodeReadings } from './load-readings.ts';

type Db = Kysely<Database>;

/** All that changes of a device's codes since an instant are judged by. The caller checks who may see it. */
async function loadCodePast(db: Db, deviceId: string, since: Date): Promise<CodePast> {
  const { rows } = await sql<{ family: string | null }>`
    select series as family from device where device_id = ${deviceId}`.execute(db);
  const family = rows[0]?.family ?? '';
  return {
    ...(await loadDevicePast(db, deviceId, since)),
    readings: (await loadCodeReadings(db, [deviceId], since)).get(deviceId) ?? [],
    values: await loadModelValues(db, deviceId),
    adjusting: (await loadAdjusting(db, [family])).get(family) ?? new Set(),
  };
}

/**
 * Code changes of a device since an instant, for packs and the worklist (CH-09, VP-11), those unlike the
 * model first. `since`: departure of the last visit.
 */
export async function readChangesSince(db: Db, deviceId: string, since: Date): Promise<CodesSince> {
  const { changes, adjusting } = codeChangesSince(since.getTime(), await loadCodePast(db, deviceId, since));
  return {
    changes: changes.slice(0, mostChanges).map(({ mode, lastBefore, firstAfter, contexts, ...change }) => ({
      ...change,
      usual: mode,
      lastBefore: new Date(lastBefore).toISOString(),
      firstAfter: new Date(firstAfter).toISOString(),
      context: contexts[0]?.kind ?? 'unknown',
    })),
    count: changes.length,
    adjusting: adjusting.length,
  };
}
