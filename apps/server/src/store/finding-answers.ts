import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a finding waits for an answer (OA-45), as an SQL condition on the status `s` of a collector and
 * its entry `f.finding`.
 */
export const isOpenFinding: RawBuilder<boolean> = sql<boolean>`not exists (select from finding_answer a
  where a.collector_id = s.collector_id and a.kind = f.finding ->> 'kind' and a.target = f.finding ->> 'target'
    and a.before = f.finding ->> 'before' and a.now = f.finding ->> 'now')`;
