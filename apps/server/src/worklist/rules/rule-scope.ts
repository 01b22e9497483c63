import { familyOfSeries } from '@platen/catalogue/families/models';
import type { RuleScope } from '@platen/contract/rules';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOf } from '../../device-list/distinct-texts.ts';
import { toConditions } from '../../device-list/filter.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';

/** Series of devices by the family of the catalogue that they are of. */
export type SeriesByFamily = ReadonlyMap<string, readonly string[]>;

/** Reads the series of devices, all or these, where one of the scopes names families. */
export async function readSeries(
  db: Kysely<Database>,
  scopes: readonly RuleScope[],
  deviceIds?: readonly string[],
): Promise<SeriesByFamily> {
  const found = new Map<string, string[]>();
  if (!scopes.some(({ families }) => families !== undefined)) return found;
  const isAmong = deviceIds === undefined ? sql`true` : sql`device_id = any(${uuids(deviceIds)})`;
  const { rows } = await sql<{ series: string }>`
    select distinct series from device where series is not null and ${isAmong}`.execute(db);
  for (const { series } of rows) {
    const family = familyOfSeries(series);
    if (family !== undefined) found.set(family, [...(found.get(family) ?? []), series]);
  }
  return found;
}

/** Ids of groups are of PostgreSQL's type int. */
const largestGroupId = 2_147_483_647;

/**
 * The group of the organisation that a rule is of, whose devices alone it holds (OA-20); null: the
 * operator's, which holds all.
 */
export type RuleGroup = number | null;

/** Whether a scope holds every device, so that no condition is needed. */
export const holdsAll = (scope: RuleScope, group: RuleGroup): boolean =>
  group === null && conditionsOf(scope, new Map()).length === 0;

/** The condition on `device d` that holds for the devices in a scope (AR-02), but for held ones. */
export function toScopeCondition(scope: RuleScope, series: SeriesByFamily, group: RuleGroup): RawBuilder<boolean> {
  const ofGroup = group === null ? [] : [sql<boolean>`d.group_ids @> ${[group]}::int[]`];
  const conditions = [...ofGroup, ...conditionsOf(scope, series)];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`coalesce(${allOf(conditions)}, false)`;
}

function conditionsOf(scope: RuleScope, series: SeriesByFamily): RawBuilder<boolean>[] {
  const { criteria = {}, groupIds, customerNumbers, models, families, except = {} } = scope;
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
  const oneOf = (column: string, texts: readonly string[]) =>
    sql<boolean>`lower(${sql.ref(column)}) = any(${lower(texts)}::text[])`;
  return [
    // Without texts looked up before: conditions of many rules are asked of a few devices each.
    ...toConditions({ criteria, found: {} }, { role: 'admin' }),
    ...(groupIds === undefined
      ? []
      : [sql<boolean>`d.group_ids && ${groupIds.filter((id) => id <= largestGroupId)}::int[]`]),
    ...(customerNumbers === undefined ? [] : [oneOf('d.customer_number', customerNumbers)]),
    ...(models === undefined ? [] : [oneOf('d.model', models)]),
    ...(families === undefined
      ? []
      : [sql<boolean>`d.series = any(${families.flatMap((family) => series.get(family) ?? [])}::text[])`]),
    ...(except.deviceIds?.length ? [sql<boolean>`not (d.device_id = any(${uuids(except.deviceIds)}))`] : []),
    ...(except.customerNumbers?.length
      ? [sql<boolean>`${oneOf('d.customer_number', except.customerNumbers)} is not true`]
      : []),
  ];
}
