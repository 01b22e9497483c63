import { isSameModel } from '../normalise/naming/model-name.ts';
import type { Seen } from './round-seen.ts';
import type { KnownDevice } from './state.ts';

/**
 * The known device that answered. `same`: serial and MAC agree, or one of them is missing. `exchanged`: one
 * agrees, the other does not. No device: a new one.
 */
export interface Match {
  seen: Seen;
  device: KnownDevice | undefined;
  how: 'same' | 'exchanged' | 'new';
}

interface Who {
  serial?: string | undefined;
  model?: string | undefined;
  macs: readonly string[];
}
const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;
/** Two names that cannot belong to one model. */
const differInModel = (a: Who, b: Who) =>
  a.model !== undefined && b.model !== undefined && !isSameModel(a.model, b.model);
const shareMac = (a: Who, b: Who) => a.macs.some((mac) => b.macs.includes(mac));
/** MACs on both sides, none in common. */
const differInMac = (a: Who, b: Who) => a.macs.length > 0 && b.macs.length > 0 && !shareMac(a, b);

/** Two readings with one serial that cannot be one device. */
export const isOtherDevice = (a: Who, b: Who): boolean => differInMac(a, b) || differInModel(a, b);

/**
 * Matches each reading of a round with a known device: by serial and model together with MAC first, then by
 * serial, then by MAC. A device is matched with one address only, preferably its known one; further addresses
 * of the same device (a second network card) match it as well, as `same`.
 */
export function matchSeen(devices: readonly KnownDevice[], seen: readonly Seen[]): Match[] {
  const bySerial = groupBy(devices, (device) => (device.serial === undefined ? [] : [device.serial]));
  const byMac = groupBy(devices, (device) => device.macs);
  const taken = new Set<KnownDevice>();
  const matches = new Map<Seen, Match>();
  const pass = (how: Match['how'], free: boolean, candidatesOf: (one: Seen) => readonly KnownDevice[]) => {
    const open = seen.filter((one) => !matches.has(one));
    // The known address of a device comes first, so that the device stays there if it answers at two.
    const isAtHome = (one: Seen) => candidatesOf(one).some((device) => device.address === one.address);
    for (const one of [...open.filter(isAtHome), ...open.filter((item) => !isAtHome(item))]) {
      const candidates = candidatesOf(one).filter((device) => !free || !taken.has(device));
      const device = candidates.find(({ address }) => address === one.address) ?? candidates[0];
      if (device === undefined) continue;
      taken.add(device);
      matches.set(one, { seen: one, device, how });
    }
  };
  const ofSerial = (one: Seen) => (one.serial === undefined ? [] : (bySerial.get(one.serial) ?? []));
  const ofMac = (one: Seen) => one.macs.flatMap((mac) => byMac.get(mac) ?? []);
  pass('same', false, (one) => ofSerial(one).filter((device) => shareMac(device, one) && !differInModel(device, one)));
  pass('same', false, (one) => ofSerial(one).filter((device) => !isOtherDevice(device, one)));
  pass('exchanged', true, (one) => ofSerial(one).filter((device) => !differInModel(device, one)));
  pass('same', false, (one) => ofMac(one).filter((device) => !differ(device.serial, one.serial)));
  pass('exchanged', true, (one) => ofMac(one));
  return seen.map((one) => matches.get(one) ?? { seen: one, device: undefined, how: 'new' });
}

/** Devices that answered at their known address. */
export const toAtHome = (matches: readonly Match[]): ReadonlySet<KnownDevice> =>
  new Set(matches.flatMap(({ seen, device }) => (device?.address === seen.address ? [device] : [])));

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  return groups;
}
