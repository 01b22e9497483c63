import type { Parameters } from '../sql/parameters.ts';
import type { SignedInUser } from './signed-in-user.ts';

/**
 * The one door for visibility: the SQL condition on `device d` that holds for the devices this user may see,
 * narrowed to one group where one is chosen (0 or undefined: none, GR-04).
 * A group that is not the user's own holds no devices for the user, exactly as a group that does not exist (DL-26).
 */
export function visibleTo(user: SignedInUser, parameters: Parameters, groupId = 0): string {
  // Held devices (features/claims) are shown to no user: they may be another's.
  const shown = 'd.held_by is null';
  const own = user.groups.map((group) => group.groupId);
  if (groupId !== 0) {
    if (!user.seesAll && !own.includes(groupId)) return 'false';
    return `${shown} and d.group_ids @> ${parameters.add([groupId])}::int[]`;
  }
  return user.seesAll ? shown : `${shown} and d.group_ids && ${parameters.add(own)}::int[]`;
}
