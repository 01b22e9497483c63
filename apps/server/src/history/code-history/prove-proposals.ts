import { findProof } from '@platen/diagnosis/code-history/proposals';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { loadCodeReadings } from './load-readings.ts';
import { loadProposals } from './proposals.ts';

/**
 * Looks whether devices report what was proposed, and notes the proof for good: readings go after their
 * retention (CH-12). Returns the number of lines proved.
 */
export async function proveProposals(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ deviceId: string }>`
    select distinct device_id as "deviceId" from code_proposal
    where proved_at is null and withdrawn_at is null and is_done is distinct from false`.execute(db);
  let proved = 0;
  for (const { deviceId } of rows) {
    const lines = await loadProposals(db, deviceId, sql<boolean>`p.proved_at is null and p.withdrawn_at is null`);
    const since = new Date(Math.min(...lines.map(({ proposedAt }) => proposedAt)));
    if (lines.length === 0) continue;
    const readings = (await loadCodeReadings(db, [deviceId], since)).get(deviceId) ?? [];
    for (const line of lines) {
      const at = findProof(line, readings);
      if (at === null) continue;
      await sql`
        update code_proposal set proved_at = ${new Date(at)}, version = version + 1
        where device_id = ${deviceId} and proposal_id = ${line.proposalId} and proved_at is null`.execute(db);
      proved++;
    }
  }
  return proved;
}
