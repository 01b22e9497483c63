import { isRecord } from './is-record.ts';
import { createArea } from './state.ts';

/**
 * The device of all detail screens. The specified addresses carry no id (RT-26), so it is stored separately
 * (OQ-16).
 */
export interface SelectedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  /** Named by the address only; the user has not chosen it in the list. */
  readonly isLinked?: true;
}

const key = 'platen.device';

/** Ids are UUIDs (RFC 9562); the schema library is too much for this one check. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

function toSelectedDevice(text: string): SelectedDevice | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return null;
    const { deviceId, serial, model, isLinked } = value;
    if (!isId(deviceId)) return null;
    return {
      deviceId,
      serial: typeof serial === 'string' ? serial : null,
      model: typeof model === 'string' ? model : null,
      ...(isLinked === true ? { isLinked } : {}),
    };
  } catch {
    return null;
  }
}

/** The device this tab was about before it was reloaded. */
export function readStoredDevice(): SelectedDevice | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : toSelectedDevice(text);
}

export const deviceArea = createArea<SelectedDevice | null>('device', null, {
  read: readStoredDevice,
  write: (device) => {
    if (device === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(device));
  },
});

/**
 * A detail screen opened by an address that names a device is about that device. What cannot be an id names
 * none, and not the device looked at before either: error 102003 (OQ-16).
 */
export function selectDeviceOfAddress(deviceId: string | undefined): void {
  if (deviceId === undefined || deviceArea.get()?.deviceId === deviceId) return;
  if (!isId(deviceId)) {
    deviceArea.reset();
    return;
  }
  deviceArea.set({ deviceId, serial: null, model: null, isLinked: true });
}

/** No permission for the device; no such device. */
const refusals: ReadonlySet<number> = new Set([200003, 200004]);

/**
 * Whether a refusal is that of a device which only a link named: it is shown in place of the device (decision
 * 0248).
 */
export const isRefusedLink = (errorCode: number, device = deviceArea.get()): boolean =>
  device?.isLinked === true && isDeviceRefusal(errorCode);

export const isDeviceRefusal = (errorCode: number): boolean => refusals.has(errorCode);
