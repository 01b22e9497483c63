import type { CloseLine } from '@platen/contract/close-lines';
import type { Close } from './queries.ts';

/** Names a line among those of its close. */
export const keyOf = ({ deviceId, meter, part, corrects }: CloseLine): string =>
  [deviceId, meter, part, ...(corrects === null ? [] : [corrects.closeId])].join('.');

/** How the use compares with the former period; undefined: with nothing. */
export const shareOf = ({ billed, before }: Pick<CloseLine, 'billed' | 'before'>): number | undefined =>
  billed === null || before === null || before <= 0 ? undefined : (billed - before) / before;

/** Whether the period of a close has ended: before, its use is that of some of its days. */
export const hasEnded = ({ period }: Pick<Close, 'period'>, now: Date): boolean =>
  Date.parse(period.to) <= now.getTime();

/** The serial number, or what else a device is called by. */
export const deviceName = ({ serial, model, deviceId }: CloseLine): string => serial ?? model ?? deviceId;
