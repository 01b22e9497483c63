import type { RawBuilder } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { visibleTo } from '../identity/visibility.ts';
import { allOf } from './conditions.ts';
import type { Query } from './distinct-texts.ts';
import { type Filter, type PreparedFilter, prepareFilter, toConditions } from './filter.ts';
import type { Sort } from './sort.ts';

/** Which devices, for whom, in which order: what the list and its export have in common. */
export interface Selection {
  readonly user: SignedInUser;
  readonly filter: Filter;
  /** 0: no group (GR-04). */
  readonly groupId: number;
  readonly sort: Sort;
}

/** A selection whose conditions can be written. */
export interface PreparedSelection extends Omit<Selection, 'filter'> {
  readonly filter: PreparedFilter;
}

/** Reads what the conditions of a selection need. */
export const prepare = async <S extends Selection>(query: Query, selection: S) => ({
  ...selection,
  filter: await prepareFilter(query, selection.filter),
});

/** The condition on `device d`, visibility first. */
export const toWhere = ({ user, groupId, filter }: PreparedSelection): RawBuilder<boolean> =>
  allOf([visibleTo(user, groupId), ...toConditions(filter, user)]);
