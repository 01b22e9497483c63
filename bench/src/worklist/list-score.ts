import { signSeverityOf } from '@platen/contract/advice';
import type { Priority } from '@platen/contract/worklist-names';
import type { Day } from '@platen/diagnosis/history/day-reading';
import type { TruthEvent } from '../diagnosis/fleet-truth.ts';
import { type ListedDevice, workTime } from './listed-device.ts';
import { type FleetPlan, runFleet } from './listed-fleet.ts';

/** Days within which a row of P1 or P2 has to be followed by what it speaks of (FG-02). */
const within = 30;

/** A time from which the row of a device was P1 or P2. */
interface Episode {
  readonly device: number;
  readonly from: Day;
  /** Kind of its headline. */
  readonly kind: string;
}

/** A stretch of days on which a device was down. */
interface Down {
  readonly device: number;
  readonly from: Day;
  hours: number;
  /** It had a row of P1 to P3 on the evening before, and on the evening of its first day. */
  readonly before: boolean;
  readonly atStart: boolean;
}

export interface ListScore {
  readonly fleetDays: number;
  /** Rows at the end of the days, summed. */
  readonly rows: Record<Priority, number>;
  /** Conditions that rest on a sign of the grade 'watch'. */
  watched: number;
  /** By kind of the headline: rows that became P1 or P2, and those of them that were followed. */
  readonly followed: Map<string, { rows: number; followed: number }>;
  readonly downs: Down[];
}

const pressing = (priority: Priority | undefined): boolean => priority === 'P1' || priority === 'P2';

/** Whether a part, drive or sensor fails, a cartridge is empty or the device is down from `from` on. */
function isFollowed(from: Day, truth: readonly TruthEvent[], downDays: ReadonlySet<Day>): boolean {
  const overlaps = (start: Day | null, end: Day | null) =>
    start !== null && start <= from + within && (end ?? Infinity) >= from;
  for (let day = from; day <= from + within; day++) if (downDays.has(day)) return true;
  return truth.some((event) => {
    switch (event.kind) {
      case 'part':
        return overlaps(event.failed, event.replaced);
      case 'toner':
        return overlaps(event.empty, event.replaced);
      case 'roller':
        return overlaps(event.driftFrom, event.replaced);
      case 'storage':
        return overlaps(event.failed, event.failed);
      case 'sensor':
      case 'polygon':
      case 'ce':
        return overlaps(event.from, event.to);
      default:
        return event satisfies never;
    }
  });
}

/** What the list of a fleet without service people shows, and what came of it (FG-01 to FG-03). */
export function scoreList(plan: FleetPlan): ListScore {
  const rows = { P1: 0, P2: 0, P3: 0, P4: 0 };
  const score: ListScore = { fleetDays: plan.days, rows, watched: 0, followed: new Map(), downs: [] };
  const episodes: Episode[] = [];
  const before = new Map<number, Priority | undefined>();
  const open = new Map<number, Down>();
  const downDays = new Map<number, Set<Day>>();
  const devices = runFleet(plan, undefined, (day, fleet) => {
    const hours = workTime.hoursOf(day);
    for (const device of fleet) {
      const { index, row } = device;
      if (row !== null) rows[row.priority]++;
      score.watched += device.open.filter(({ facts }) => signSeverityOf(facts.messageId) === 'watch').length;
      if (pressing(row?.priority) && before.has(index) && !pressing(before.get(index)))
        episodes.push({ device: index, from: day, kind: headlineOf(device) });
      const was = before.get(index);
      const running = open.get(index);
      if (!device.isDown) open.delete(index);
      else if (running !== undefined) running.hours += hours;
      else if (before.has(index)) {
        const down = { device: index, from: day, hours, before: isListed(was), atStart: isListed(row?.priority) };
        open.set(index, down);
        score.downs.push(down);
      }
      if (device.isDown) downDays.set(index, (downDays.get(index) ?? new Set()).add(day));
      before.set(index, row?.priority);
    }
  });
  const truths = devices.map(({ truth }) => truth);
  for (const { device, from, kind } of episodes) {
    if (from + within > plan.end) continue;
    const count = score.followed.get(kind) ?? { rows: 0, followed: 0 };
    count.rows++;
    if (isFollowed(from, truths[device] ?? [], downDays.get(device) ?? new Set())) count.followed++;
    score.followed.set(kind, count);
  }
  return score;
}

const isListed = (priority: Priority | undefined): boolean => priority !== undefined && priority !== 'P4';
const headlineOf = ({ row, conditions }: ListedDevice): string =>
  conditions.find(({ conditionId }) => conditionId === row?.conditionIds[0])?.kind ?? 'none';
