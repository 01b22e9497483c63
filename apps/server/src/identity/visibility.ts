import { can } from '@platen/contract/rights';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, SignedInUser } from './signed-in-user.ts';

/** Held devices (features/claims) are shown to no user: they may belong to another organisation. */
const shown = sql<boolean>`d.held_by is null`;

/** Devices in use: lists, rules and counts leave retired ones out, their history stays (OA-41). */
export const inUse = sql<boolean>`d.retired_on is null`;

/**
 * The one door for visibility: the SQL condition on `device d` that holds for the devices this user may see,
 * narrowed to one group if one is chosen (0 or undefined: none, GR-04). A group that is not the user's own
 * holds no devices for the user, exactly as a group that does not exist (DL-26).
 */
export function visibleTo(user: Pick<SignedInUser, 'seesAll' | 'groups'>, groupId = 0): RawBuilder<boolean> {
  const own = user.groups.map((group) => group.groupId);
  if (groupId !== 0) {
    if (!user.seesAll && !own.includes(groupId)) return sql<boolean>`false`;
    return sql<boolean>`${shown} and d.group_ids @> ${[groupId]}::int[]`;
  }
  return user.seesAll ? shown : sql<boolean>`${shown} and d.group_ids && ${own}::int[]`;
}

/**
 * The SQL condition on `collector c` that holds for the collectors this user may see, by the devices the user
 * may see. `some`: it registered such a device or delivered its newest report (`device.collector_id`); so
 * group-limited staff find what serves their devices. `own`: in addition it registered none that the user may
 * not see and is not bound to everywhere; its name and host are internal to its owner, and a dealer is shown
 * them only then.
 */
export function collectorVisibleTo(user: SignedInUser, reach: 'some' | 'own'): RawBuilder<boolean> {
  if (user.seesAll) return sql<boolean>`true`;
  const serving = sql<boolean>`c.collector_id in (
    select x.collector_id from device d cross join lateral (values (d.owner_id), (d.collector_id)) as x(collector_id)
    where ${visibleTo(user)} and x.collector_id is not null)`;
  if (reach === 'some') return serving;
  return sql<boolean>`${serving} and coalesce((c.scope ->> 'everywhere')::boolean, false) = false
    and c.collector_id not in (
      select d.owner_id from device d
      where d.owner_id is not null and d.held_by is null and not (${visibleTo(user)}))`;
}

/**
 * The condition on `worklist_row w`, or on another column with an entity's id, that holds for rows the user
 * may see, through the doors for devices and collectors. A customer's row is seen with any of its members.
 */
export function rowVisibleTo(user: SignedInUser, groupId = 0, id = sql.ref('w.entity_id')): RawBuilder<boolean> {
  // Held devices are few: leaving them out costs less than looking at every device that is not.
  if (user.seesAll && groupId === 0)
    return sql<boolean>`${id} not in (select d.device_id from device d where not (${visibleTo(user)}))`;
  const ofGroup =
    groupId === 0
      ? sql``
      : sql` and c.collector_id in (select d.collector_id from device d where ${visibleTo(user, groupId)})`;
  // One list of ids, from which PostgreSQL can begin where the user sees few devices of many.
  return sql<boolean>`${id} in (
    select d.device_id from device d where ${visibleTo(user, groupId)}
    union all select c.collector_id from collector c where ${collectorVisibleTo(user, 'some')}${ofGroup}
    union all select o.entity_id from condition o where o.entity = 'customer' and o.work <> 'resolved'
      and o.condition_id in (select m.inhibited_by from condition m join device d on d.device_id = m.entity_id
        where ${visibleTo(user, groupId)}))`;
}

/**
 * The SQL condition on `saved_view v join app_user o` (its owner) for the views that this user may read:
 * own ones, and shared ones of those with whom the user shares a group; users who see all devices read all.
 */
export const viewVisibleTo = ({
  userId,
  seesAll,
}: SignedInUser): RawBuilder<boolean> => sql<boolean>`(v.owner_id = ${userId}
  or v.shared and (${seesAll} or o.sees_all or exists (
    select from user_group mine join user_group theirs on theirs.group_id = mine.group_id
    where mine.user_id = ${userId} and theirs.user_id = v.owner_id)))`;

/**
 * The SQL condition on `channel c` for the channels this user may see: own ones; with the right to manage
 * delivery those of the own tree and of its people; the operator's staff see the operator's and those of
 * people with whom they share a group, or all where they see every device.
 */
export function channelVisibleTo(user: SignedInUser): RawBuilder<boolean> {
  const { userId, seesAll } = user;
  if (!can(user, 'manageDelivery')) return sql<boolean>`c.owner_id = ${userId}`;
  if (seesAll) return sql<boolean>`true`;
  if (isOfOperator(user))
    return sql<boolean>`(c.owner_id = ${userId} or c.owner_id is null and c.organisation_id in (
        select o.organisation_id from organisation o where o.kind = 'operator')
      or c.owner_id in (
        select theirs.user_id from user_group mine join user_group theirs on theirs.group_id = mine.group_id
        where mine.user_id = ${userId}))`;
  const tree = sql`select o.organisation_id from organisation o where ${organisationVisibleTo(user)}`;
  return sql<boolean>`(c.owner_id = ${userId} or c.owner_id is null and c.organisation_id in (${tree})
    or c.owner_id in (select p.user_id from app_user p where p.organisation_id in (${tree})))`;
}

/** Staff of the operator: without an organisation of their own, in a role that no dealer has. */
export const isOfOperator = ({ role, organisationId }: Pick<Actor, 'role' | 'organisationId'>): boolean =>
  (organisationId ?? null) === null && (role === 'admin' || role === 'service' || role === 'operator');

/**
 * Whether this user has an organisation for which something may be made (rules, channels, tokens, part
 * numbers): its own, or the operator's for its staff. Others would make it for everybody.
 */
export const actsForOrganisation = (user: Pick<Actor, 'role' | 'organisationId'>): boolean =>
  isOfOperator(user) || (user.organisationId ?? null) !== null;

/** The SQL condition on `alert_rule r` for the rules this user may read: those of the own tree (OA-20). */
export function ruleVisibleTo(user: Pick<Actor, 'role' | 'organisationId'>): RawBuilder<boolean> {
  if (isOfOperator(user)) return sql<boolean>`true`;
  return sql<boolean>`r.organisation_id in (
    select o.organisation_id from organisation o where ${organisationVisibleTo(user)})`;
}

/**
 * Whether this user may make and change channels of the own organisation: these send whatever the
 * organisation sees, which the operator's staff with some groups alone do not.
 */
export const managesOrganisationChannels = (user: SignedInUser): boolean =>
  can(user, 'manageDelivery') && (isOfOperator(user) ? user.seesAll : (user.organisationId ?? null) !== null);

/** The SQL condition on `channel c` for channels of organisations that this user may change. */
export const channelChangedBy = (user: SignedInUser): RawBuilder<boolean> =>
  managesOrganisationChannels(user)
    ? sql<boolean>`(c.owner_id is null and (${isOfOperator(user)} or c.organisation_id in (
        select o.organisation_id from organisation o where ${organisationVisibleTo(user)})))`
    : sql<boolean>`false`;

/** Whether this user may connect ticket systems, which take what the operator sees. */
export const managesTicketSystems = (user: SignedInUser): boolean => user.seesAll && can(user, 'manageTicketSystems');

/** Whether this user may add and change collectors: these may report for customers of any group. */
export const managesCollectors = (user: SignedInUser): boolean => user.seesAll && can(user, 'manageCollectors');

/**
 * The condition on `collector c` for those that this user may see with their settings and commands, and
 * change: all, or those that were added for organisations of the own tree (OA-20).
 */
export function collectorManagedBy(user: SignedInUser): RawBuilder<boolean> {
  if (managesCollectors(user)) return sql<boolean>`true`;
  if (!can(user, 'manageCollectors') || (user.organisationId ?? null) === null) return sql<boolean>`false`;
  return sql<boolean>`c.collector_id in (select m.collector_id from collector_enrolment m
    where m.organisation_id in (select o.organisation_id from organisation o where ${organisationVisibleTo(user)}))`;
}

/**
 * The condition on `collector c` for those that a customer's user sees in plain words and whose remote work
 * they may switch off: those added for the own customer or site, or for sites below (OA-20).
 */
export function collectorOverseenBy(user: SignedInUser): RawBuilder<boolean> {
  const own = user.organisationId ?? null;
  if (!can(user, 'overseeCollectors') || own === null) return sql<boolean>`false`;
  return sql<boolean>`c.collector_id in (select m.collector_id from collector_enrolment m
    where m.organisation_id in (select o.organisation_id from organisation o where ${organisationVisibleTo(user)})
      and exists (select from organisation mine where mine.organisation_id = ${own}::uuid
        and mine.kind in ('customer', 'site')))`;
}

/**
 * The condition on `collector c`, which has this id, that it read devices which the user may not see, or may
 * report for anybody: its addresses may be those of others.
 */
export const isSharedCollector = (user: SignedInUser, collectorId: string): RawBuilder<boolean> =>
  sql<boolean>`(coalesce((c.scope ->> 'everywhere')::boolean, false) or exists (select from device d
    where d.owner_id = ${collectorId}::uuid and d.held_by is null and not (${visibleTo(user)})))`;

/** The condition on `collector c` for those in the list of this user, with their state. */
export const collectorListedFor = (user: SignedInUser): RawBuilder<boolean> =>
  can(user, 'seeCollectors')
    ? sql<boolean>`(${collectorVisibleTo(user, 'some')} or ${collectorManagedBy(user)})`
    : collectorManagedBy(user);

/**
 * The one door for visits: the SQL condition on `visit v` for those whose devices, as far as they still
 * exist, this user sees all. A visit whose devices are gone is seen by users who see every device. `among`: a
 * condition on `visit v` that holds for all visits in question, where these are few of all. The inner queries
 * name no row of the outer one, as a cluster needs it (0965).
 */
export function visitVisibleTo(user: SignedInUser, among?: RawBuilder<boolean>): RawBuilder<boolean> {
  const source =
    among === undefined
      ? sql`visit_device x`
      : sql`visit v join visit_device x on x.visit_id = v.visit_id and ${among}`;
  const ofDevices = (which: RawBuilder<boolean>) =>
    sql`select x.visit_id from ${source} join device d on d.device_id = x.device_id where ${which}`;
  const foreign = ofDevices(sql`not (${visibleTo(user)})`);
  if (user.seesAll) return sql<boolean>`v.visit_id not in (${foreign})`;
  const seen = ofDevices(visibleTo(user));
  // Of all visits most have foreign devices alone: only the others are asked for them.
  const rest = among === undefined ? sql` and x.visit_id in (${seen})` : sql``;
  return sql<boolean>`(v.visit_id in (${seen}) and v.visit_id not in (${foreign}${rest}))`;
}

/**
 * The one door for organisations: the SQL condition on `organisation o` for the user's own and all below it.
 * The operator's administrators have no organisation, or the operator's, and see the whole tree, as the
 * command line does; other users without an organisation see none.
 */
export function organisationVisibleTo(user: Pick<Actor, 'role' | 'organisationId'>): RawBuilder<boolean> {
  const own = user.organisationId ?? null;
  if (own !== null) return sql<boolean>`o.path @> array[${own}]::uuid[]`;
  return user.role === 'admin' || user.role === 'operator' ? sql<boolean>`true` : sql<boolean>`false`;
}

/**
 * The SQL condition on `audit_entry a` for the entries this user may see: all where the user sees every
 * device; else those of the people of the own organisation and those below it (without one: of people all of
 * whose groups are the user's own too), and, but for customers, those about devices that the user may see.
 */
export function auditVisibleTo(user: SignedInUser): RawBuilder<boolean> {
  if (user.seesAll) return sql<boolean>`true`;
  const own = user.groups.map((group) => group.groupId);
  const colleagues =
    (user.organisationId ?? null) !== null
      ? sql`select p.subject from app_user p join organisation o on o.organisation_id = p.organisation_id
          where ${organisationVisibleTo(user)}`
      : sql`select p.subject from app_user p where not p.sees_all and exists (
          select from user_group g where g.user_id = p.user_id) and not exists (
          select from user_group g where g.user_id = p.user_id and g.group_id <> all(${own}::int[]))`;
  const people = sql<boolean>`a.actor = ${user.subject} or a.actor in (${colleagues})`;
  if (!can(user, 'readDetails')) return sql<boolean>`(${people})`;
  return sql<boolean>`(${people} or a.subject in (
    select 'device:' || d.device_id from device d where ${visibleTo(user)}))`;
}

/**
 * The SQL condition on a table of closes or plans `c` for those this user may see: all of whose groups are
 * the user's own. It does not follow single devices: a closed month is one document, and stays whole when a
 * device moves. One without groups is seen by users who see every device.
 */
export function closeVisibleTo({ seesAll, groups }: Pick<SignedInUser, 'seesAll' | 'groups'>): RawBuilder<boolean> {
  if (seesAll) return sql<boolean>`true`;
  return sql<boolean>`(cardinality(c.bound) > 0 and c.bound <@ ${groups.map((group) => group.groupId)}::int[])`;
}
