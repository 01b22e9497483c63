import type { DeviceProfile } from '@platen/contract/details';
import type { StatusReason } from '@platen/contract/devices';

/** Reasons that the status panel tells: signs beyond the first are left to the failure predictions below, which name each with its advice. */
export function toTold({
  statusReasons = [],
  failurePredictions,
}: Pick<DeviceProfile, 'statusReasons' | 'failurePredictions'>): readonly StatusReason[] {
  if (failurePredictions.length === 0) return statusReasons;
  return statusReasons.filter(({ source }, at) => at === 0 || source !== 'sign');
}
