import type { CollectorFinding } from '@platen/contract/collectors';
import {
  type answerFinding as answerCall,
  answersOfFinding,
  mostFindings,
  type OpenFinding,
} from '@platen/contract/device-merges';
import type { BodyOf } from '@platen/contract/endpoint';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { toAuthorId } from '../../identity/organisation-user.ts';
import { type Caller, requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorManagedBy, visibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { isOpenFinding } from '../../store/finding-answers.ts';
import { mergeDevices } from './merge-service.ts';
import { toDevice } from './store.ts';

type Trx = Transaction<Database>;

/** Findings of collectors of the own tree about devices that the user sees, or about none that is known. */
const openFindings = (user: SignedInUser): RawBuilder<unknown> => sql`
  collector_status s join collector c on c.collector_id = s.collector_id
    cross join lateral jsonb_array_elements(s.findings) as f(finding)
  where s.finding_count > 0 and ${collectorManagedBy(user)} and ${isOpenFinding}
    and (f.finding ->> 'serial' is null or ${user.seesAll}
      or exists (select from device d where d.serial = f.finding ->> 'serial' and ${visibleTo(user)}))`;

/** A side of a finding names a device by `serial X` or `MAC 00:80:…`. */
const isNamedBy = (side: 'before' | 'now') => {
  const text = sql`f.finding ->> ${sql.lit(side)}`;
  const digits = (address: RawBuilder<unknown>) => sql`regexp_replace(lower(${address}), '[^0-9a-f]', '', 'g')`;
  return sql`(d.serial = substring(${text} from '^serial (.+)$')
    or ${digits(sql`d.mac_address`)} = ${digits(sql`substring(${text} from '^MAC (.+)$')`)})`;
};

/** The one record in use that a side of a finding names. */
const recordOf = (user: SignedInUser, name: 'before' | 'now') => sql`(
  select case when count(*) = 1 then min(d.device_id::text)::uuid end from device d
  where f.finding ->> 'kind' = 'exchangedBoard' and ${isNamedBy(name)} and d.retired_on is null and ${visibleTo(user)})`;

type Entry = Omit<OpenFinding, 'records'>;

export async function listFindings(db: Kysely<Database>, user: SignedInUser): Promise<OpenFinding[]> {
  const { rows } = await sql<{
    finding: CollectorFinding;
    collectorId: string;
    collector: string;
    before: NonNullable<OpenFinding['records']>['before'] | null;
    now: NonNullable<OpenFinding['records']>['now'] | null;
  }>`
    select o.finding, o."collectorId", o.collector,
      case when d.device_id is not null then ${toDevice('d', 'dc')} end as before,
      case when g.device_id is not null then ${toDevice('g', 'gc')} end as now
    from (
      select f.finding, c.collector_id as "collectorId", c.name as collector,
        ${recordOf(user, 'before')} as before_id, ${recordOf(user, 'now')} as now_id
      from ${openFindings(user)}
      order by f.finding ->> 'since' desc, c.name, f.finding ->> 'target' limit ${sql.lit(mostFindings)}
    ) o
    left join device d on d.device_id = o.before_id left join device g on g.device_id = o.now_id
    left join collector dc on dc.collector_id = d.owner_id left join collector gc on gc.collector_id = g.owner_id
    order by o.finding ->> 'since' desc, o.collector, o.finding ->> 'target'`.execute(db);
  return rows.map(({ finding, collectorId, collector, before, now }) => {
    const entry: Entry = { ...finding, collectorId, collector };
    const areTwo = before !== null && now !== null && before.deviceId !== now.deviceId;
    return { ...entry, records: areTwo ? { before, now } : null };
  });
}

/**
 * Stores what a person answered; the finding is no work any more. An exchanged board of which there are two
 * records merges them (OA-44). Refuses 204001 without such an open finding, 202001 an answer that its kind
 * cannot have.
 */
export async function answerFinding(
  trx: Trx,
  caller: Caller,
  { collectorId, kind, target, before, now: is, answer }: BodyOf<typeof answerCall>,
): Promise<{ mergeId: string | null }> {
  const { user, now } = caller;
  if (!answersOfFinding[kind].includes(answer)) throw new Refusal(202001, `a finding of this kind is not '${answer}'`);
  const { rows } = await sql<{ name: string; serial: string | null; before_id: string | null; now_id: string | null }>`
    select c.name, f.finding ->> 'serial' as serial, ${recordOf(user, 'before')} as before_id, ${recordOf(user, 'now')} as now_id
    from ${openFindings(user)} and c.collector_id = ${collectorId} and f.finding ->> 'kind' = ${kind}
      and f.finding ->> 'target' = ${target} and f.finding ->> 'before' = ${before} and f.finding ->> 'now' = ${is}`.execute(
    trx,
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal(204001, 'there is no such finding without an answer');
  let mergeId: string | null = null;
  if (answer === 'exchanged' && found.before_id !== null && found.now_id !== null && found.before_id !== found.now_id) {
    requireRight(user, 'manageOrganisation');
    ({ mergeId } = await mergeDevices(trx, caller, { remainingId: found.before_id, mergedId: found.now_id }));
  }
  await trx
    .insertInto('finding_answer')
    .values({
      collector_id: collectorId,
      kind,
      target,
      before,
      now: is,
      answer,
      answered_by: toAuthorId(user),
      answered_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    update evaluation set asked_at = clock_timestamp()
    where entity_id in (select device_id from device where serial = ${found.serial} and collector_id = ${collectorId})`.execute(
    trx,
  );
  await recordChange(trx, {
    actor: user,
    action: 'findings answer',
    subject: `collector:${found.name}`,
    detail: { kind, serial: found.serial, before, now: is, answer, ...(mergeId !== null && { mergeId }) },
  });
  return { mergeId };
}
