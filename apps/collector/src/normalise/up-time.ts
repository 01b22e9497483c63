import type { Reading } from '@platen/contract/values';
import type { Layer } from './merge/layer.ts';

const ticksPerSecond = 100;
/** Twenty years: no printer runs that long, while the seconds since 1970 are more than fifty years. */
const longest = 20 * 366 * 86_400 * ticksPerSecond;
/** A clock of the device may be off by this much. */
const daySeconds = 86_400;

/**
 * Up-times that are the time of day are unknown: some printers send the seconds since 1970 as printer-up-time (RFC 8011 section 5.4.29
 * counts from the start) or in sysUpTime, where they can be told from ticks only by the time of the reading. Pure.
 */
export function withoutEpochTimes(layers: readonly Layer[], observedAt: Date): Layer[] {
  return layers.map((layer) => {
    const { identity } = layer.sections;
    const upTime = identity?.sysUpTimeTicks;
    if (identity === undefined || upTime === undefined || !isEpochTime(upTime, observedAt)) return layer;
    const { evidence } = upTime;
    const sysUpTimeTicks = { state: 'unknown' as const, ...(evidence === undefined ? {} : { evidence }) };
    return { ...layer, sections: { ...layer.sections, identity: { ...identity, sysUpTimeTicks } } };
  });
}

function isEpochTime(upTime: Reading<number>, observedAt: Date): boolean {
  if (upTime.state !== 'measured') return false;
  const now = observedAt.getTime() / 1000;
  return upTime.value > longest || Math.abs(upTime.value - now) < daySeconds;
}
