import type { DeviceListItem } from '@platen/contract/devices';
import { createContext } from 'react';
import { createArea } from '../platform/state.ts';

/** Id of the device that the frame around a screen is about; undefined outside of it. */
export const FramedDeviceContext = createContext<string | undefined>(undefined);

/**
 * The row of the list that a device was opened from. In memory only; null after a reload or a link from
 * elsewhere.
 */
export const openedRowArea = createArea<DeviceListItem | null>('openedRow', null);
