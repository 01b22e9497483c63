import { pick, toInnerPath } from './address.ts';
import { environment } from './environment.ts';
import { isRecord } from './is-record.ts';
import { type DeviceScreen, findScreen, isDeviceScreen } from './screens.ts';
import { isId } from './selected-device.ts';

/**
 * What the address of a device's screen holds: the device; the kind of errors, the months of the error trend;
 * the codes searched for and their order; the code whose thresholds are set; the
 * meter, and the instant whose proof is shown.
 */
export const deviceSearch = [
  'device',
  'kind',
  'months',
  'codes',
  'sort',
  'order',
  'main',
  'sub',
  'view',
  'meter',
  'at',
  'left',
  'right',
] as const;

/** A screen of a device, and the device, as an address names them. The path is one of the portal's own. */
export interface DeviceLink {
  readonly path: `/${DeviceScreen}`;
  readonly search: Partial<Record<(typeof deviceSearch)[number], string>>;
}

/**
 * Undefined for any other path, and for an address that names no device. Paths are matched in any case
 * (OQ-128).
 */
export function toDeviceLink(path: unknown, search: unknown): DeviceLink | undefined {
  if (typeof path !== 'string' || !isRecord(search)) return undefined;
  const name = findScreen(path.replace(/^\/|\/$/g, ''));
  const values = pick(search, deviceSearch);
  return name !== undefined && isDeviceScreen(name) && isId(values.device)
    ? { path: `/${name}`, search: values }
    : undefined;
}

/** The link that the address bar holds. */
export function readDeviceLink(): DeviceLink | undefined {
  const { pathname, search } = window.location;
  return toDeviceLink(toInnerPath(environment().brand, pathname), Object.fromEntries(new URLSearchParams(search)));
}
