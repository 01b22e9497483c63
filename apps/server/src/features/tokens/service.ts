import { dayMs } from '@platen/contract/constants';
import type { BodyOf } from '@platen/contract/endpoint';
import { can, type Holder } from '@platen/contract/rights';
import { longestTokenDays, mostTokens, rightOfScope } from '@platen/contract/token-scopes';
import type { ApiToken, addToken as addTokenCall } from '@platen/contract/tokens';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { hashApiToken, isNetwork, makeApiToken, toBeginning } from '../../identity/api-token.ts';
import { readUserById } from '../../identity/open-identity.ts';
import { type Actor, requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { actsForOrganisation, isOfOperator, organisationVisibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;
export type TokenForm = BodyOf<typeof addTokenCall>;

/** Tokens as one user sees them; `own` is theirs. The newest first. */
async function readTokens(db: Db, userId: string | null, condition: RawBuilder<boolean>): Promise<ApiToken[]> {
  const { rows } = await sql<ApiToken>`
    select t.token_id as "tokenId", t.name, t.begins, t.scopes, t.of_organisation as "ofOrganisation",
      (select json_build_object('organisationId', o.organisation_id, 'name', o.name) from organisation o
        where case when t.of_organisation then o.organisation_id = t.organisation_id
          when u.organisation_id is null then u.user_id is not null and o.kind = 'operator'
          else o.organisation_id = u.organisation_id end) as organisation,
      json_build_object('userId', t.made_by, 'name', coalesce(u.name, 'erased-' || t.made_by)) as maker,
      coalesce(t.made_by = ${userId}::uuid, false) as own, t.addresses,
      ${instant(sql`t.made_at`)} as "madeAt", ${instant(sql`t.ends_at`)} as "endsAt",
      ${instant(sql`t.revoked_at`)} as "revokedAt",
      (u.user_id is null or u.disabled_at is not null) and not t.of_organisation as "endedWithMaker",
      ${instant(sql`t.end_noted_at`)} as "endNotedAt",
      case when t.used_at is null then null else json_build_object(
        'hour', ${instant(sql`t.used_at`)}, 'address', t.used_from, 'addressSince', ${instant(sql`t.used_from_since`)}
      ) end as "lastUse",
      json_build_object('from', ${instant(firstHour)}, 'byHour', counted.by_hour, 'most', (
        select json_build_object('calls', c.most, 'minute', ${instant(sql`c.most_at`)}) from api_token_calls c
        where c.token_id = t.token_id and c.hour >= ${firstHour} order by c.most desc, c.hour limit 1)) as calls
    from api_token t left join app_user u on u.user_id = t.made_by
      cross join lateral (
        select json_agg(coalesce(c.calls, 0) order by h.hour) as by_hour
        from generate_series(${firstHour}, now(), interval '1 hour') h(hour)
          left join api_token_calls c on c.token_id = t.token_id and c.hour = h.hour) counted
    where ${condition} order by t.made_at desc, t.token_id`.execute(db);
  return rows;
}

/** The hour that runs, and the 23 before it. */
const firstHour = sql`(date_trunc('hour', now(), 'UTC') - interval '23 hours')`;

const instant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The condition on `api_token t left join app_user u` for the tokens that the user may see: own ones; with
 * the right to manage tokens all for the operator, else those of the own tree and of its people (OA-31).
 */
function tokenVisibleTo(user: Actor, userId: string | null): RawBuilder<boolean> {
  const mayManage = user.role === 'operator' || can(toHolder(user), 'manageTokens');
  if (!mayManage) return sql<boolean>`t.made_by = ${userId}`;
  if (isOfOperator(user)) return sql<boolean>`true`;
  const tree = sql`select o.organisation_id from organisation o where ${organisationVisibleTo(user)}`;
  return sql<boolean>`(t.made_by = ${userId} or t.organisation_id in (${tree})
    or not t.of_organisation and u.organisation_id in (${tree}))`;
}

const toHolder = ({ role, rights = [] }: Actor): Holder => (role === 'operator' ? {} : { role, rights });

/** Own tokens; with the right to manage tokens those of the own tree (OA-31). */
export const listTokens = (db: Db, user: SignedInUser): Promise<ApiToken[]> =>
  readTokens(db, user.userId, tokenVisibleTo(user, user.userId));

/** All tokens, for the operator. */
export async function listAllTokens(db: Db, actor: Actor): Promise<ApiToken[]> {
  requireRight(actor, 'manageTokens');
  return readTokens(db, null, sql<boolean>`true`);
}

/**
 * Makes a token of this user and returns it with its secret, which is stored nowhere. Refuses 200002 for
 * scopes whose right the maker lacks, 202001 for an end or addresses that cannot be, 202004 for too many.
 */
export async function addToken(
  trx: Trx,
  actor: Actor,
  maker: SignedInUser,
  form: TokenForm,
  now: Date,
): Promise<{ apiToken: ApiToken; token: string }> {
  if (form.ofOrganisation) {
    requireRight(actor, 'manageTokens');
    if (actor.role !== 'operator' && !actsForOrganisation(maker))
      throw new Refusal(200002, 'tokens of an organisation are made by its people');
  }
  for (const scope of form.scopes) {
    const right = rightOfScope[scope];
    if (right !== null) requireRight(maker, right);
  }
  const endsAt = toEnd(form.endsOn, now);
  const bad = form.addresses.find((text) => !isNetwork(text));
  if (bad !== undefined) throw new Refusal(202001, `body.addresses: '${bad}' is no address or network`);
  // Two calls at once must not pass the limit together.
  await sql`select 1 from app_user where user_id = ${maker.userId} for update`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from api_token
     where made_by = ${maker.userId} and revoked_at is null and ends_at > ${now}`.execute(trx);
  if ((rows[0]?.n ?? 0) >= mostTokens) throw new Refusal(202004, `tokens: at most ${mostTokens} a user`);
  const token = makeApiToken();
  const tokenId = newId();
  await trx
    .insertInto('api_token')
    .values({
      token_id: tokenId,
      name: form.name,
      scopes: [...new Set(form.scopes)],
      made_by: maker.userId,
      of_organisation: form.ofOrganisation,
      organisation_id: form.ofOrganisation ? (await readOrganisation(trx, maker.organisationId)).organisationId : null,
      hash: hashApiToken(token),
      begins: toBeginning(token),
      addresses: [...form.addresses],
      made_at: now,
      ends_at: endsAt,
    })
    .execute();
  const apiToken = await readOne(trx, maker.userId, sql<boolean>`t.token_id = ${tokenId}`);
  await recordChange(trx, {
    actor,
    action: 'tokens add',
    subject: `token:${tokenId}`,
    detail: { after: toAudited(apiToken) },
  });
  return { apiToken, token };
}

/** The end of that day (UTC). Refuses one that has passed or is more than 366 days ahead (OA-30). */
function toEnd(endsOn: string, now: Date): Date {
  const endsAt = new Date(Date.parse(endsOn) + dayMs);
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const days = (endsAt.getTime() - dayMs - today) / dayMs;
  if (!(days >= 0 && days <= longestTokenDays))
    throw new Refusal(202001, `body.endsOn: expected a day from today to ${longestTokenDays} days ahead`);
  return endsAt;
}

/**
 * Revokes a token; it is refused within 3 s on all servers (OA-31). Revoking it again changes nothing. One
 * that the user does not see is refused as one that does not exist (GE-05).
 */
export async function revokeToken(
  trx: Trx,
  actor: Actor,
  tokenId: string,
  { userId, now }: { userId: string | null; now: Date },
): Promise<ApiToken> {
  const visible = sql<boolean>`t.token_id = ${tokenId} and ${tokenVisibleTo(actor, userId)}`;
  const before = await readOne(trx, userId, visible);
  const { numUpdatedRows } = await trx
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('token_id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return before;
  await recordChange(trx, {
    actor,
    action: 'tokens revoke',
    subject: `token:${tokenId}`,
    detail: { before: toAudited(before) },
  });
  return await readOne(trx, userId, visible);
}

async function readOne(db: Db, userId: string | null, condition: RawBuilder<boolean>): Promise<ApiToken> {
  const [token] = await readTokens(db, userId, condition);
  if (token === undefined) throw new Refusal(204001, 'there is no such API token');
  return token;
}

const toAudited = ({ name, begins, scopes, ofOrganisation, endsAt, addresses }: ApiToken) => ({
  name,
  begins,
  scopes,
  ofOrganisation,
  endsAt,
  addresses,
});

/** The user of a subject, as the maker of a token at the command line. */
export async function readMaker(db: Db, subject: string): Promise<SignedInUser> {
  const found = await db.selectFrom('app_user').select('user_id').where('subject', '=', subject).executeTakeFirst();
  if (found === undefined) throw new Refusal(204001, `there is no user '${subject}'`);
  return readUserById(db, found.user_id);
}

/** Id of the token that begins with these eight characters, or of that very id. */
export async function findTokenId(db: Db, text: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select token_id as id from api_token
     where (begins = ${text} or token_id::text = ${text}) and revoked_at is null`.execute(db);
  const [first, second] = rows;
  if (first === undefined) throw new Refusal(204001, `no token in force begins with '${text}'`);
  if (second !== undefined) throw new Refusal(202003, `several tokens begin with '${text}': name one by its id`);
  return first.id;
}
