import { alarmLimit, dangerLimit, backupLimit } from './drive-score.ts';

/** From where on a state holds: relative score, and percent of an SSD's life (project's choice). */
export const grades = [
  { state: 2, score: alarmLimit, wear: 85 },
  { state: 3, score: backupLimit, wear: 95 },
  { state: 9, score: dangerLimit, wear: 100 },
] as const;
/** A score has to fall so far below its limit, a wear 5 percent (OQ-105), before the state is released. */
export const releaseScore = 0.3;
export const releaseWear = 0.95;
