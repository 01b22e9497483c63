import type { CloseLine } from '@platen/contract/close-lines';

/** Names a line among those of its close. */
export const keyOf = ({ deviceId, meter, part, corrects }: CloseLine): string =>
  [deviceId, meter, part, ...(corrects === null ? [] : [corrects.closeId])].join('.');

/** How the use compares with the former period; undefined: with nothing. */
export const shareOf = ({ billed, before }: Pick<CloseLine, 'billed' | 'before'>): number | undefined =>
  billed === null || before === null || before <= 0 ? undefined : (billed - before) / before;

/** The serial number, or what else a device is called by. */
export const deviceName = ({ serial, model, deviceId }: CloseLine): string => serial ?? model ?? deviceId;
