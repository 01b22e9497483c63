import type { Group } from '@platen/contract/account';
import { allDevicesGroup } from '@platen/contract/constants';

export interface GroupOption {
  groupId: number;
  /** Undefined where only the number is known. */
  name: string | undefined;
}

/** GR-02: 'All Devices' first, then the user's groups. A group in force that is not among them is not hidden. */
export function toGroupOptions(groups: readonly Group[], chosen: number): GroupOption[] {
  const own = groups.filter(({ groupId }) => groupId !== allDevicesGroup.groupId);
  const isKnown = chosen === allDevicesGroup.groupId || own.some(({ groupId }) => groupId === chosen);
  return [allDevicesGroup, ...own, ...(isKnown ? [] : [{ groupId: chosen, name: undefined }])];
}
