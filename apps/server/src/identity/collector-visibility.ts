import type { Parameters } from '../sql/parameters.ts';
import type { SignedInUser } from './signed-in-user.ts';
import { visibleTo } from './visibility.ts';

/**
 * The SQL condition on `collector c` that holds for the collectors this user may see, by the devices the user may see.
 * `some`: it registered such a device or delivered its newest report; so that group-limited staff find what serves their devices.
 * `own`: moreover it registered none that the user may not see and is not bound to everywhere; its name and host are internal to
 * its owner, and a dealer is shown them only then.
 */
export function collectorVisibleTo(user: SignedInUser, parameters: Parameters, reach: 'some' | 'own'): string {
  if (user.seesAll) return 'true';
  const serving = `c.collector_id in (
    select x.collector_id from device d
    left join lateral (
      select r.collector_id from device_report r where r.device_id = d.device_id order by r.observed_at desc limit 1
    ) newest on true
    cross join lateral (values (d.owner_id), (newest.collector_id)) as x(collector_id)
    where ${visibleTo(user, parameters)} and x.collector_id is not null)`;
  if (reach === 'some') return serving;
  return `${serving} and coalesce((c.scope ->> 'everywhere')::boolean, false) = false and c.collector_id not in (
    select d.owner_id from device d
    where d.owner_id is not null and d.held_by is null and not (${visibleTo(user, parameters)}))`;
}
