import type { DeviceProfile } from '@platen/contract/details';

export interface PageSplit {
  readonly color: number;
  readonly black: number;
  /** Share of colour pages in percent, unrounded. */
  readonly share: number;
}

/** Black and colour pages where the device tells them apart; nothing printed yet has no ratio. */
export function toPageSplit(pages: DeviceProfile['pages']): PageSplit | undefined {
  if (pages === undefined || pages.color === null || pages.black === null) return undefined;
  const total = pages.color + pages.black;
  return total > 0 ? { color: pages.color, black: pages.black, share: (pages.color / total) * 100 } : undefined;
}
