import { type IdentityKey, toBareSerial } from './identity-keys.ts';

/** What the store knows of one key: its device, and of a MAC address all serial keys of that device. */
export interface KnownKey {
  deviceId: string;
  serials: readonly string[];
}

export interface Resolution {
  /** Device of each report, in the order asked. */
  deviceIds: string[];
  /** Devices seen for the first time. */
  created: Set<string>;
  /** Keys to be written: new ones, and MAC addresses that moved to another device with its interface. */
  keys: (IdentityKey & { deviceId: string })[];
}

/**
 * Which device each report is of. Serial first; a MAC address counts where the report names no serial,
 * or where its device has none (it was seen without one before) or has the same under another maker's name.
 * So a network interface moved into another printer does not make the two printers one.
 */
export function resolveDevices(
  reports: readonly { keys: readonly IdentityKey[] }[],
  stored: ReadonlyMap<string, KnownKey>,
  newId: () => string,
): Resolution {
  const known = new Map(stored);
  const created = new Set<string>();
  const written = new Map<string, IdentityKey & { deviceId: string }>();
  const deviceIds = reports.map(({ keys }) => {
    const only = findOnly(keys, known);
    if (only !== undefined) return only;
    const serials = keys.filter((key) => key.kind === 'serial').map((key) => key.value);
    let deviceId = find(keys, serials, known);
    if (deviceId === undefined) {
      deviceId = newId();
      created.add(deviceId);
    }
    // A MAC address follows the newest report that proves its device by serial; serial keys never move.
    for (const key of keys) {
      const before = known.get(toKeyText(key));
      const moves = key.kind === 'mac' && serials.length > 0;
      if (before?.deviceId === deviceId || (before !== undefined && !moves)) continue;
      written.set(toKeyText(key), { ...key, deviceId });
    }
    const all = [...new Set([...serials, ...keys.flatMap((key) => serialsOf(known, key, deviceId))])];
    for (const key of keys)
      if (written.get(toKeyText(key))?.deviceId === deviceId || known.get(toKeyText(key))?.deviceId === deviceId)
        known.set(toKeyText(key), { deviceId, serials: all });
    return deviceId;
  });
  return { deviceIds, created, keys: [...written.values()] };
}

/** The device that all of the keys are known to be of: nearly always there is one. */
function findOnly(keys: readonly IdentityKey[], known: ReadonlyMap<string, KnownKey>): string | undefined {
  let deviceId: string | undefined;
  for (const key of keys) {
    const found = known.get(toKeyText(key))?.deviceId;
    if (found === undefined || (deviceId !== undefined && found !== deviceId)) return undefined;
    deviceId = found;
  }
  return deviceId;
}

function find(
  keys: readonly IdentityKey[],
  serials: readonly string[],
  known: ReadonlyMap<string, KnownKey>,
): string | undefined {
  for (const key of keys) {
    const found = known.get(toKeyText(key));
    if (found === undefined) continue;
    if (key.kind === 'serial' || serials.length === 0 || found.serials.length === 0) return found.deviceId;
    const bare = new Set(serials.map(toBareSerial));
    if (found.serials.some((serial) => bare.has(toBareSerial(serial)))) return found.deviceId;
  }
  return undefined;
}

function serialsOf(known: ReadonlyMap<string, KnownKey>, key: IdentityKey, deviceId: string): readonly string[] {
  const found = known.get(toKeyText(key));
  return found?.deviceId === deviceId ? found.serials : [];
}

/** A key as one text, for maps. */
export const toKeyText = ({ kind, value }: IdentityKey): string => `${kind} ${value}`;
