import { queryOptions } from '@tanstack/react-query';
import { meQuery } from '../../api/account-queries.ts';

/** GR-03: the groups of the signed-in user. */
export const groupsQuery = queryOptions({ ...meQuery, select: ({ groups }) => groups });
