import { toChance } from './chance.ts';
import type { Machine } from './machine.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/**
 * Share of a working day's pages that is printed by the end of each hour, local time; a small dip at noon.
 */
const byHour = [
  0, 0, 0, 0, 0, 0, 0.005, 0.02, 0.08, 0.2, 0.32, 0.43, 0.5, 0.56, 0.67, 0.78, 0.88, 0.95, 0.98, 0.99, 0.995, 1, 1, 1,
];

/** Pages printed since the machine was set up, whole, never less at a later time. */
export function toPages(machine: Machine, at: number): number {
  const local = at + machine.utcOffsetHours * hourMs;
  const today = Math.floor(local / dayMs);
  let pages = machine.pagesAtSetup;
  for (let day = machine.setUpDay; day < today; day++) pages += toDayPages(machine, day);
  if (today >= machine.setUpDay) pages += Math.floor(toDayPages(machine, today) * toDayShare(local - today * dayMs));
  return pages;
}

/** Pages of one day: fewer on Fridays, hardly any at the weekend. */
function toDayPages(machine: Machine, day: number): number {
  // 1970-01-01, day 0, was a Thursday.
  const weekday = (day + 4) % 7;
  const share = weekday === 0 ? 0.01 : weekday === 6 ? 0.05 : weekday === 5 ? 0.8 : 1.05;
  return Math.round(machine.pagesPerDay * share * (0.6 + 0.8 * toChance(machine.serial, 'day', day)));
}

function toDayShare(ms: number): number {
  const hour = Math.floor(ms / hourMs);
  const before = hour === 0 ? 0 : (byHour[hour - 1] ?? 1);
  const after = byHour[hour] ?? 1;
  return before + ((after - before) * (ms % hourMs)) / hourMs;
}
