import type { TermsTexts } from '@platen/contract/organisation-terms';
import type { OrganisationDetails, OrganisationItem } from '@platen/contract/organisations';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Actor } from '../../identity/signed-in-user.ts';
import { organisationVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

export interface StoredOrganisation extends OrganisationItem {
  readonly path: readonly string[];
  readonly dealerId: string | null;
  readonly groupId: number | null;
  readonly settings: unknown;
}

const select = (condition: RawBuilder<boolean>) => sql<StoredOrganisation>`
  with counted as (
    select organisation_id, count(*)::int as devices from device where held_by is null and retired_on is null group by organisation_id
  )
  select o.organisation_id as "organisationId", o.parent_id as "parentId", o.kind, o.name,
    o.dealer_numbers as "dealerNumbers", o.customer_numbers as "customerNumbers", o.state, o.version, o.path,
    o.dealer_id as "dealerId", o.group_id as "groupId", o.settings,
    coalesce((select sum(c.devices)::int from counted c left join organisation x on x.organisation_id = c.organisation_id
      where o.kind = 'operator' or x.path @> array[o.organisation_id]), 0) as devices,
    coalesce((select sum(c.devices)::int from counted c where c.organisation_id = o.organisation_id
      or o.kind = 'operator' and c.organisation_id is null), 0) as "ownDevices",
    (select count(*)::int from app_user u where u.disabled_at is null and (u.organisation_id = o.organisation_id
      or o.kind = 'operator' and u.organisation_id is null)) as users
  from organisation o where ${condition}
  order by cardinality(o.path), lower(o.name), o.organisation_id`;

/** Organisations that the user may see, parents before children. */
export async function readTree(db: Db, user: Actor): Promise<StoredOrganisation[]> {
  return (await select(organisationVisibleTo(user)).execute(db)).rows;
}

/** One that the user may see. */
export async function findOrganisation(
  db: Db,
  user: Actor,
  organisationId: string,
): Promise<StoredOrganisation | undefined> {
  const { rows } = await select(
    sql<boolean>`o.organisation_id = ${organisationId} and ${organisationVisibleTo(user)}`,
  ).execute(db);
  return rows[0];
}

interface Level {
  readonly organisationId: string;
  readonly name: string;
  readonly settings: unknown;
  readonly terms: OrganisationDetails['own']['terms'] | null;
}

/** The organisations of a path with what each sets, from the operator down. */
export async function readSettingsOf(db: Db, path: readonly string[]): Promise<Level[]> {
  const { rows } = await sql<Level>`
    select o.organisation_id as "organisationId", o.name, o.settings, case when t.number is not null then
        json_build_object('version', t.number || '.0.0', 'english', t.english, 'japanese', t.japanese) end as terms
    from organisation o left join organisation_terms t on t.organisation_id = o.organisation_id and t.ended_at is null
    where o.organisation_id = any(${path}::uuid[]) order by cardinality(o.path)`.execute(db);
  return rows;
}

/** Puts a text in force, or none, if it differs. Returns the versions before and after; null: none. */
export async function setTerms(
  trx: Trx,
  organisationId: string,
  texts: TermsTexts | null,
): Promise<{ before: string | null; after: string | null }> {
  const inForce = await trx
    .selectFrom('organisation_terms')
    .select(['number', 'english', 'japanese'])
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const before = inForce === undefined ? null : `${inForce.number}.0.0`;
  if (inForce?.english === texts?.english && inForce?.japanese === texts?.japanese) return { before, after: before };
  await sql`
    update organisation_terms set ended_at = now()
    where organisation_id = ${organisationId} and ended_at is null`.execute(trx);
  if (texts === null) return { before, after: null };
  const { rows } = await sql<{ number: number }>`
    insert into organisation_terms (organisation_id, number, english, japanese)
    select ${organisationId}::uuid, coalesce(max(number), 0) + 1, ${texts.english}, ${texts.japanese}
      from organisation_terms where organisation_id = ${organisationId}
    returning number`.execute(trx);
  return { before, after: rows[0] === undefined ? null : `${rows[0].number}.0.0` };
}

/** The channel for what no user took up: of the lowest organisation of a path that has one (OA-04). */
export async function readFallback(
  db: Db,
  path: readonly string[],
): Promise<{ channelName: string; organisationId: string; name: string } | null> {
  const { rows } = await sql<{ channelName: string; organisationId: string; name: string }>`
    select c.name as "channelName", o.organisation_id as "organisationId", o.name from channel c
      join organisation o on o.organisation_id = c.organisation_id
    where c.is_fallback and c.deleted_at is null and c.kind <> 'webhook' and o.organisation_id = any(${path}::uuid[])
    order by cardinality(o.path) desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Numbers that other organisations have: of dealers anywhere, of customers within the dealer. */
export async function findTakenNumbers(
  db: Db,
  {
    organisationId,
    dealerId,
    dealerNumbers,
    customerNumbers,
  }: {
    readonly organisationId: string;
    readonly dealerId: string | null;
    readonly dealerNumbers: readonly string[];
    readonly customerNumbers: readonly string[];
  },
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select n as number from organisation o, unnest(o.dealer_numbers) n
    where o.organisation_id <> ${organisationId} and n = any(${dealerNumbers}::text[])
    union select n from organisation o, unnest(o.customer_numbers) n
    where o.organisation_id <> ${organisationId} and n = any(${customerNumbers}::text[])
      and o.dealer_id is not distinct from ${dealerId}`.execute(db);
  return rows.map(({ number }) => number);
}

/** Adds an organisation with the group that the server keeps for it; gives its id. */
export async function insertOrganisation(
  trx: Trx,
  form: {
    readonly parent: StoredOrganisation;
    readonly kind: StoredOrganisation['kind'];
    readonly name: string;
    readonly dealerNumbers: readonly string[];
    readonly customerNumbers: readonly string[];
  },
): Promise<string> {
  const { parent, kind, name, dealerNumbers, customerNumbers } = form;
  const organisationId = newId();
  const { rows } = await sql<{ id: number }>`
    insert into device_group (group_id, name)
    select coalesce(max(group_id), 0) + 1, ${await toGroupName(trx, name)} from device_group
    returning group_id as id`.execute(trx);
  await trx
    .insertInto('organisation')
    .values({
      organisation_id: organisationId,
      parent_id: parent.organisationId,
      kind,
      name,
      settings: '{}',
      median_pages: null,
      dealer_numbers: [...dealerNumbers],
      customer_numbers: [...customerNumbers],
      path: [...parent.path, organisationId],
      dealer_id: kind === 'dealer' ? organisationId : parent.dealerId,
      group_id: rows[0]?.id ?? null,
    })
    .execute();
  return organisationId;
}

/** Names of groups are unique, those of organisations are not. */
export async function toGroupName(trx: Trx, name: string, groupId = 0): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from device_group where group_id <> ${groupId} and starts_with(name, ${name})`.execute(trx);
  const taken = new Set(rows.map((row) => row.name));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} (${n})`;
  return free;
}
