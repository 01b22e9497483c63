import { dayMs } from '../../base/time.ts';

/** `YYYY-MM-DD` of a day since 1970. */
export const toDayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
