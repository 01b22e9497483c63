import type { Day, DayReading, DeviceHistory, ErrorEvent } from '../src/history/day-reading.ts';
import { chance } from './chance.ts';

/**
 * A kind of part whose truth is known: how long it lasts, what its sensor shows, what it says when it has
 * failed.
 */
export interface TruePart {
  readonly code: string;
  readonly measure: 'rotations' | 'pages' | 'hours';
  readonly perPage: number;
  readonly shape: number;
  readonly scale: number;
  readonly sensor: string;
  readonly level: (share: number) => number;
  readonly offset: number;
  readonly noise: number;
  /** Error logged on days on which the part has failed; undefined: it fails without a word. */
  readonly failureCode?: string;
}

export const trueParts = {
  drum: {
    code: '6250',
    measure: 'rotations',
    perPage: 4.5,
    shape: 5,
    scale: 430_000,
    sensor: 'sensor.chargingVoltage.black',
    level: (share) => 620 + 70 * share,
    offset: 6,
    noise: 4,
    failureCode: 'C361',
  },
  fuser: {
    code: '6342',
    measure: 'pages',
    perPage: 1,
    shape: 6,
    scale: 170_000,
    sensor: 'sensor.fuserWarmUp',
    level: (share) => 24 + 14 * Math.max(0, (share - 0.8) / 0.2) ** 1.5,
    offset: 1.2,
    noise: 0.6,
    failureCode: 'C447',
  },
  secondTransfer: {
    code: '6321',
    measure: 'hours',
    perPage: 1 / 2100,
    shape: 7,
    scale: 78,
    sensor: 'sensor.secondTransferVoltage',
    level: (share) => 2750 - 1050 * share ** 1.6,
    offset: 40,
    noise: 30,
  },
  developer: {
    code: '6274',
    measure: 'hours',
    perPage: 1 / 1500,
    shape: 6,
    scale: 105,
    sensor: 'sensor.autoTonerSensor.black',
    level: (share) => 2.4 + 8 * Math.max(0, share - 1),
    offset: 0.06,
    noise: 0.03,
  },
} satisfies Record<string, TruePart>;

/** What really happened to one piece. */
export interface TrueLife {
  readonly installed: Day;
  readonly failed: Day | undefined;
  readonly replaced: Day | undefined;
}

export const firstDay: Day = 20_000;

/**
 * A device with one kind of part, seen over some days in the middle of its life: quiet weekends, days without
 * a report.
 */
export function drawDevice(seed: number, part: TruePart, days: number): { history: DeviceHistory; lives: TrueLife[] } {
  const { uniform, normal, weibull } = chance(seed);
  const readings: DayReading[] = [];
  const errors: ErrorEvent[] = [];
  const lives: TrueLife[] = [];
  const pagesPerDay = 250 * Math.exp(0.4 * normal()) + 150;
  const isPlanned = uniform() < 0.4;
  const offset = part.offset * normal();
  let total = 10_000;
  let life = newLife();
  function newLife() {
    return { life: weibull(part.shape, part.scale), plan: isPlanned ? part.scale * (0.8 + 0.2 * uniform()) : Infinity };
  }
  let [used, installed] = [0, 0];
  let failed: Day | undefined;
  let visit: Day | undefined;
  for (let day = firstDay - 900; day < firstDay + days; day++) {
    const pages = (day + 3) % 7 > 4 ? 0 : Math.round(pagesPerDay * Math.exp(0.3 * normal()));
    total += pages;
    used += pages * part.perPage;
    if (failed === undefined && used >= life.life) {
      failed = day;
      visit = day + 2 + Math.floor(15 * uniform());
    }
    if (failed === undefined && visit === undefined && used >= life.plan) visit = day + Math.floor(15 * uniform());
    if (visit !== undefined && day >= visit) {
      lives.push({ installed, failed, replaced: day });
      [used, installed, failed, visit, life] = [0, day, undefined, undefined, newLife()];
    }
    if (day < firstDay) continue;
    if (failed !== undefined && 'failureCode' in part && pages > 0)
      errors.push({
        at: day * 86_400_000,
        code: part.failureCode ?? '',
        category: 'serviceCall',
        counter: total,
        conditions: {},
      });
    if (uniform() < 0.05) continue;
    const values = new Map([
      ['pages.total', total],
      [`part.${part.code}.${part.measure}`, Math.round(used * 10) / 10],
      [part.sensor, part.level(used / life.life) + offset + part.noise * normal()],
    ]);
    readings.push({ day, values });
  }
  lives.push({ installed, failed, replaced: undefined });
  const history = { family: 'T', model: null, firmware: null, days: readings, errors, replacements: [] };
  return { history, lives: lives.filter(({ replaced }) => replaced === undefined || replaced >= firstDay) };
}

/** What was known of a device at the end of a day. */
export function knownOn(history: DeviceHistory, day: Day): DeviceHistory {
  return {
    ...history,
    days: history.days.filter((reading) => reading.day <= day),
    errors: history.errors.filter(({ at }) => at < (day + 1) * 86_400_000),
    replacements: history.replacements.filter((one) => one.day <= day),
  };
}
