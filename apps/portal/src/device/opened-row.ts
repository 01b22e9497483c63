import type { DeviceListItem } from '@platen/contract/devices';
import { createArea } from '../platform/state.ts';

/**
 * The row of the list that a device was opened from. In memory only; null after a reload or a link from
 * elsewhere.
 */
export const openedRowArea = createArea<DeviceListItem | null>('openedRow', null);
