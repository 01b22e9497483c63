import { sql } from 'kysely';

/**
 * Scalar of `device d`: what its model prints a minute by the model table of its organisation, or of the
 * nearest one above that has the model (LG-13); null: none has.
 */
export const pagesPerMinute = sql<number | null>`(select s.pages_per_minute
  from model_speed s join organisation a on a.organisation_id = s.organisation_id
  where s.model = d.model and (a.kind = 'operator' or a.organisation_id = d.organisation_id or a.organisation_id = any(
    (select o.path from organisation o where o.organisation_id = d.organisation_id)::uuid[]))
  order by cardinality(a.path) desc limit 1)`;
