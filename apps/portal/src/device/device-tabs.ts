import { type DetailTab, detailTabs } from '../platform/screens.ts';

/** Profile first, then the ten tabs in the order of their routes; labels equal the page titles (RT-18, OQ-61). */
export const deviceTabs = [
  { path: 'profile', label: 'profile' },
  { path: 'failuresign', label: detailTabs.failuresign },
  { path: 'counter', label: detailTabs.counter },
  { path: 'error', label: detailTabs.error },
  { path: 'firmware', label: detailTabs.firmware },
  { path: 'code05', label: detailTabs.code05 },
  { path: 'code08', label: detailTabs.code08 },
  { path: 'code13', label: detailTabs.code13 },
  { path: 'pmparts', label: detailTabs.pmparts },
  { path: 'toner', label: detailTabs.toner },
  { path: 'networkInformation', label: detailTabs.networkInformation },
] as const satisfies readonly { path: 'profile' | DetailTab; label: string }[];
export type DeviceTabPath = (typeof deviceTabs)[number]['path'];
