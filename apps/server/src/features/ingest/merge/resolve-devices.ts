import { type IdentityKey, type ParsedReport, toBareSerial, toKeyText } from '../parse/parse-line.ts';

/** A report whose device is known. */
export interface IdentifiedReport extends ParsedReport {
  deviceId: string;
}

/**
 * A stored key within the sender's scope: its device, and for a MAC address all serial keys of that device.
 */
export interface KnownKey {
  deviceId: string;
  serials: readonly string[];
  /**
   * Distinguishes devices with the same key: '' is the first, any other text a later one that another sender
   * reported.
   */
  realm: string;
}

/** The stored keys among those of a delivery, by `toKeyText`. */
export interface StoredKeys {
  /** Keys of devices that the sender may change. */
  known: ReadonlyMap<string, KnownKey>;
  /** Keys of devices outside the sender's scope. */
  foreign: ReadonlySet<string>;
  /** Realms in use. */
  realms: ReadonlyMap<string, ReadonlySet<string>>;
}

export type DeviceKey = IdentityKey & { deviceId: string; realm: string };

export interface Resolution {
  /** Device of each report, in the order asked. */
  deviceIds: string[];
  /** Devices seen for the first time. */
  created: Set<string>;
  /** Keys to be written: new ones, and MAC addresses that moved to another device with its interface. */
  keys: DeviceKey[];
  /** New devices with a key of a device outside the sender's scope: held until a person decides. */
  held: Set<string>;
}

/**
 * Finds the device of each report among those within the sender's scope, by serial first. A MAC address
 * counts if the report has no serial, if its device has none (it was reported without one before), or if its
 * device has the same serial under another maker's name: a network interface that is moved to another printer
 * does not merge the two printers. A device outside the scope is never found and loses no key: its serial, or
 * its MAC address in a report without a serial, creates a new device that is held; its MAC address together
 * with a serial is ignored.
 */
export function resolveDevices(
  reports: readonly { keys: readonly IdentityKey[] }[],
  { known: stored, foreign, realms }: StoredKeys,
  collectorId: string,
  newId: () => string,
): Resolution {
  const known = new Map(stored);
  const created = new Set<string>();
  const held: Resolution['held'] = new Set();
  const written = new Map<string, DeviceKey>();
  const deviceIds = reports.map(({ keys }) => {
    const only = findOnly(keys, known);
    if (only !== undefined) return only;
    const serials = keys.filter((key) => key.kind === 'serial').map((key) => key.value);
    let deviceId = find(keys, serials, known);
    if (deviceId === undefined) {
      deviceId = newId();
      created.add(deviceId);
      const kind = serials.length > 0 ? 'serial' : 'mac';
      if (keys.some((key) => key.kind === kind && foreign.has(toKeyText(key)))) held.add(deviceId);
    }
    // A MAC address follows the newest report that proves its device by serial; serial keys never move.
    for (const key of keys) {
      const text = toKeyText(key);
      const before = known.get(text);
      const moves = key.kind === 'mac' && serials.length > 0;
      if (before?.deviceId === deviceId || (before !== undefined && !moves)) continue;
      const realm = before?.realm ?? written.get(text)?.realm ?? toFreeRealm(realms.get(text), collectorId);
      written.set(text, { ...key, deviceId, realm });
    }
    const all = [...new Set([...serials, ...keys.flatMap((key) => serialsOf(known, key, deviceId))])];
    for (const key of keys) {
      const text = toKeyText(key);
      const own = [written.get(text), known.get(text)].find((one) => one?.deviceId === deviceId);
      if (own !== undefined) known.set(text, { deviceId, serials: all, realm: own.realm });
    }
    return deviceId;
  });
  return { deviceIds, created, keys: [...written.values()], held };
}

/**
 * '' where no device has the key yet, else a realm of the sender's own: two deliveries at once choose the
 * same one.
 */
function toFreeRealm(taken: ReadonlySet<string> | undefined, collectorId: string): string {
  if (taken === undefined || !taken.has('')) return '';
  if (!taken.has(collectorId)) return collectorId;
  let count = 2;
  while (taken.has(`${collectorId}/${count}`)) count += 1;
  return `${collectorId}/${count}`;
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
