import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import {
  type changeModels as changeCall,
  type listModels as listCall,
  type Model,
  mostModels,
} from '@platen/contract/models';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { actsForOrganisation, visibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';

type Db = Kysely<Database>;

/**
 * Models of the devices that the user sees, the most frequent first, with what is entered for them (LG-13).
 */
export async function listModels(db: Db, user: SignedInUser): Promise<AnswerOf<typeof listCall>> {
  const { organisationId } = await readOrganisation(db, user.organisationId);
  const { rows } = await sql<Model>`
    with seen as (
      select d.model, min(d.series) as series, count(*)::int as devices from device d
      where d.model is not null and ${visibleTo(user)} group by d.model
      order by devices desc, d.model limit ${sql.lit(mostModels + 1)}
    ), entered as (
      select distinct on (s.model) s.model, s.pages_per_minute, s.organisation_id
      from model_speed s join organisation a on a.organisation_id = s.organisation_id
      where a.kind = 'operator' or a.organisation_id = ${organisationId} or a.organisation_id = any(
        (select o.path from organisation o where o.organisation_id = ${organisationId})::uuid[])
      order by s.model, cardinality(a.path) desc
    )
    select seen.model, series, devices, e.pages_per_minute as "pagesPerMinute",
      coalesce(e.organisation_id = ${organisationId}, false) as "isOwn"
    from seen left join entered e on e.model = seen.model order by devices desc, seen.model`.execute(db);
  return { models: rows.slice(0, mostModels), isCut: rows.length > mostModels };
}

/** Enters what models print a minute for the own organisation and those below. Refuses 200002 without one. */
export async function changeModels(
  trx: Transaction<Database>,
  user: SignedInUser,
  { models, pagesPerMinute }: BodyOf<typeof changeCall>,
): Promise<AnswerOf<typeof changeCall>> {
  if (!actsForOrganisation(user)) throw new Refusal(200002, 'the model table is that of an organisation');
  const { organisationId } = await readOrganisation(trx, user.organisationId);
  await sql`select 1 from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const { rows } = await sql<{ model: string; was: number }>`
    select model, pages_per_minute as was from model_speed where organisation_id = ${organisationId}`.execute(trx);
  const stored = new Map(rows.map(({ model, was }) => [model, was]));
  const asked = new Map(models.map(({ model, was }) => [model, was]));
  const isAsStored = ([model, was]: readonly [string, number | null]) => (stored.get(model) ?? null) === was;
  const changed = [...asked].filter(isAsStored).map(([model]) => model);
  const skipped = [...asked].flatMap((one) => (isAsStored(one) ? [] : [one[0]]));
  if (changed.length === 0) return { changed: 0, skipped };
  if (pagesPerMinute === null)
    await sql`
      delete from model_speed where organisation_id = ${organisationId} and model = any(${changed}::text[])`.execute(
      trx,
    );
  else
    await sql`
      insert into model_speed (organisation_id, model, pages_per_minute)
      select ${organisationId}::uuid, m, ${pagesPerMinute} from unnest(${changed}::text[]) m
      on conflict (model, organisation_id) do update set pages_per_minute = excluded.pages_per_minute`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'models change',
    subject: `organisation:${organisationId}`,
    detail: {
      before: changed.map((model) => ({ model, pagesPerMinute: stored.get(model) ?? null })),
      after: { pagesPerMinute },
    },
  });
  return { changed: changed.length, skipped };
}
