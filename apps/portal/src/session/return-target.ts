import { returnTargetArea } from './session-areas.ts';

/** The saved return target, used once: the device list with its searchkey, or bare when none is saved (AU-11, OQ-28). */
export function toReturnTarget() {
  const { searchkey } = returnTargetArea.get();
  returnTargetArea.reset();
  return { to: '/devicelist' as const, search: searchkey === null ? {} : { searchkey } };
}
