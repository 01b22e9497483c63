import { mostEndedLines, mostProposalLines } from '@platen/contract/code-history-names';
import type { Person } from '@platen/contract/worklist-item';
import { openProposals, type ProposalLine } from '@platen/diagnosis/code-history/proposals';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { sqlPerson } from '../../store/person-of.ts';
import { loadCodeReadings } from './load-readings.ts';

type Db = Kysely<Database>;

/** A line of a proposal with the people and the visit that it went through. */
export interface StoredProposal extends ProposalLine {
  readonly proposalId: string;
  readonly listId: string;
  readonly why: string;
  readonly proposedBy: Person | null;
  readonly answeredBy: string | null;
  readonly reason: string | null;
  readonly visitId: string | null;
  readonly version: number;
}

const toMs = (column: RawBuilder<unknown>) => sql`round(extract(epoch from ${column}) * 1000)::float8`;

/**
 * Lines proposed for a device, the newest first: all that can still be set by hand or be proved, and the
 * newest that came to an end.
 */
export async function loadProposals(
  db: Db,
  deviceId: string,
  which: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<StoredProposal[]> {
  const { rows } = await sql<Omit<StoredProposal, 'answer'> & { answeredAt: number | null; isDone: boolean | null }>`
    select p.proposal_id as "proposalId", p.list_id as "listId", p.code, p.value_now as now, p.value_to as to, p.why,
      
      ${sqlPerson('p.proposed_by')} as "proposedBy",
      ${toMs(sql`p.proposed_at`)} as "proposedAt", pack.at as "inPackAt", coalesce(answered.visit_id, pack.visit_id) as "visitId",
      ${toMs(sql`coalesce(p.answered_at, answered.at)`)} as "answeredAt", coalesce(p.is_done, answered.is_done) as "isDone",
      coalesce(p.reason, answered.reason) as reason, 
      ${sqlPerson('answerer.id')} ->> 'name' as "answeredBy",
      ${toMs(sql`p.proved_at`)} as "provedAt", ${toMs(sql`p.withdrawn_at`)} as "withdrawnAt", p.version
    from code_proposal p
    left join lateral (
      -- The first visit whose pack could have it.
      select v.visit_id, ${toMs(sql`greatest(p.proposed_at, v.made_at)`)} as at
      from visit_device x join visit v using (visit_id)
      where x.device_id = p.device_id and v.state in ('planned', 'underWay', 'done')
        and (v.done_at is null or v.done_at > p.proposed_at)
      order by v.planned_day nulls last, v.visit_id limit 1
    ) pack on true
    left join lateral (
      -- The newest record of a visit that answers the line.
      select r.visit_id, (r.body ->> 'leftAt')::timestamptz as at, (e ->> 'isDone')::boolean as is_done,
        e ->> 'reason' as reason, r.recorded_by
      from visit_record r cross join lateral jsonb_array_elements(r.body -> 'proposals') e
      where r.device_id = p.device_id and e ->> 'proposalId' = p.proposal_id::text
      order by r.recorded_at desc, r.revision desc limit 1
    ) answered on true
    cross join lateral (select coalesce(p.answered_by, answered.recorded_by) as id) answerer
    where p.device_id = ${deviceId} and ${which}
    order by (p.proved_at is null and p.withdrawn_at is null and coalesce(p.is_done, answered.is_done) is distinct from false) desc,
      p.proposed_at desc, p.proposal_id limit ${sql.lit(mostProposalLines + mostEndedLines)}`.execute(db);
  return rows
    .toSorted((a, b) => b.proposedAt - a.proposedAt || (a.proposalId < b.proposalId ? -1 : 1))
    .map(({ answeredAt, isDone, ...row }) => ({
      ...row,
      answer: answeredAt === null || isDone === null ? null : { at: answeredAt, isDone },
    }));
}

/**
 * Lines that a technician can still set by hand, for the visit pack of a device (CH-12, VP-09). The record of
 * the visit answers each by its `proposalId`.
 */
export async function readOpenProposals(db: Db, deviceId: string): Promise<readonly StoredProposal[]> {
  const lines = await loadProposals(db, deviceId, sql<boolean>`p.proved_at is null and p.withdrawn_at is null`);
  if (lines.length === 0) return [];
  const since = new Date(Math.min(...lines.map(({ proposedAt }) => proposedAt)));
  return openProposals(lines, (await loadCodeReadings(db, [deviceId], since)).get(deviceId) ?? []);
}
