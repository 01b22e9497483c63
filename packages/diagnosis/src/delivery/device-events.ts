import type { DeviceEvent } from '@platen/contract/channel-names';
import type { SubscriptionForm } from '@platen/contract/channels';

/** A subscription, and the groups of its owner; null: the owner sees every device. */
export interface DeviceListener {
  readonly form: Pick<SubscriptionForm, 'events' | 'scope'>;
  readonly groupIds: readonly number[] | null;
}

/** Where a device is. */
interface DevicePlace {
  readonly customerNumber: string | null;
  readonly groupIds: readonly number[];
}

/**
 * Whether a subscription wants to hear of a device as such (DE-02, DE-27). Kinds and priorities are those of
 * conditions and do not apply; a device is assigned to no user.
 */
export function concernsDevice(
  { form: { events, scope }, groupIds: own }: DeviceListener,
  event: DeviceEvent,
  { customerNumber, groupIds }: DevicePlace,
): boolean {
  if (!events.includes(event) || scope.assignedToMe === true) return false;
  if (own !== null && !own.some((id) => groupIds.includes(id))) return false;
  if (scope.groupIds !== undefined && !scope.groupIds.some((id) => groupIds.includes(id))) return false;
  return (
    scope.customerNumbers === undefined || (customerNumber !== null && scope.customerNumbers.includes(customerNumber))
  );
}
