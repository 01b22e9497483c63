import { tonerHistoryLength } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import { readToner } from '@platen/contract/readings';
import type { DeviceReport } from '@platen/contract/report';
import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import { sensorNames } from '@platen/contract/telemetry';
import type { DeviceJudgement, TonerJudgement } from '@platen/diagnosis/judge/judgement';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { chooseSupply, toValue } from '../../device/counters.ts';
import {
  joinJudgement,
  judged,
  type Pool,
  readDevice,
  type SectionBodies,
  sectionBodies,
} from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { serve } from '../../kit/serve.ts';
import { decodeSensors } from '../../store/report-format/lists.ts';
import { toConstant } from '../../store/statement.ts';

/** The toner tab. */
export function registerToner(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readToner, async ({ user, params }) => toToner(await readTonerRow(store, user, params.id)));
}

interface TonerRow {
  readonly sections: Pick<SectionBodies, 'supplies' | 'sensors'> | null;
  readonly judged: DeviceJudgement['toner'] | null;
  /** Newest first. */
  readonly replacements: readonly CartridgeReplacement[] | null;
}
interface CartridgeReplacement {
  readonly item: `toner.${TonerColor}`;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Total pages of the device then. */
  readonly counter: number | null;
  /** Mean pixel count of the cartridge that ended on that day, percent. */
  readonly endedPixelCount: number | null;
}

const items = sql.join(tonerColors.map((color) => sql.lit(`toner.${color}`)));

const columns = toConstant(sql`${sectionBodies('supplies', 'sensors')} as sections, ${judged('toner')} as judged,
  (select json_agg(json_build_object('item', r.item, 'day', r.replaced_on, 'counter', r.counter,
      'endedPixelCount', r.average_pixel_count) order by r.replaced_on desc)
    from device_replacement r where r.device_id = d.device_id and r.item in (${items})) as replacements`);

const readTonerRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<TonerRow> =>
  readDevice<TonerRow>(store, user, deviceId, {
    name: 'toner',
    columns,
    joins: joinJudgement,
  });

type Toner = AnswerOf<typeof readToner>;
type Sensors = NonNullable<DeviceReport['sensors']>;

/**
 * Levels, cartridges, near-empty setting and days left (OQ-72); null everywhere means: not reported, or not
 * enough is known.
 */
function toToner({ sections, judged, replacements }: TonerRow): Toner {
  const supplies = sections?.supplies ?? [];
  const sensors = sections?.sensors === undefined ? [] : decodeSensors(sections.sensors);
  const pixelCount = (color: TonerColor) =>
    judged?.[color]?.averagePixelCount ?? toSensor(sensors, sensorNames.pixelCount, color);
  return {
    toner: perColor((color) => {
      const supply = chooseSupply(supplies, color);
      const averagePixelCount = pixelCount(color);
      return supply === undefined && averagePixelCount === null
        ? null
        : { percent: toValue(supply?.percent), averagePixelCount };
    }),
    cartridgeReplacement: perColor((color) => {
      const all = (replacements ?? []).filter(({ item }) => item === `toner.${color}`);
      return toCartridges(all, pixelCount(color));
    }),
    tonerNearEmpty: toNearEmpty(sensors),
    tonerLeftDays: perColor((color) => toRange(judged?.[color])?.days ?? null),
    tonerLeftDaysRange: perColor((color) => toRange(judged?.[color])),
  };
}

const perColor = <T>(of: (color: TonerColor) => T) => ({
  yellow: of('yellow'),
  magenta: of('magenta'),
  cyan: of('cyan'),
  black: of('black'),
  eBlue: of('eBlue'),
});

const toSensor = (sensors: Sensors, name: string, color?: TonerColor): number | null =>
  toValue(sensors.find((sensor) => sensor.name === name && sensor.color === color)?.reading);

/**
 * One entry a cartridge, from the day it was put in: the current one first. The pixel count at a replacement
 * is about the cartridge that ended with it, the entry after.
 */
function toCartridges(newestFirst: readonly CartridgeReplacement[], current: number | null) {
  return newestFirst.slice(0, tonerHistoryLength).map(({ day, counter }, n) => ({
    replacedAt: `${day}T00:00:00.000Z`,
    counter,
    averagePixelCount: n === 0 ? current : (newestFirst[n - 1]?.endedPixelCount ?? null),
  }));
}

const modes: ReadonlyMap<number, 'longer' | 'centre' | 'shorter'> = new Map([
  [1, 'longer'],
  [2, 'centre'],
  [3, 'shorter'],
]);

/**
 * A limit in percent or sheets replaces the three steps (TN-10, TN-11); null where none is reported.
 */
function toNearEmpty(sensors: Sensors): Toner['tonerNearEmpty'] {
  const step = toSensor(sensors, sensorNames.nearEmptyMode);
  const percent = toSensor(sensors, sensorNames.nearEmptyPercent);
  const sheets = toSensor(sensors, sensorNames.nearEmptySheets);
  if (step === null && percent === null && sheets === null) return null;
  const byStep = step === null ? null : (modes.get(step) ?? null);
  return { mode: percent !== null ? 'percent' : sheets !== null ? 'sheets' : byStep, percent, sheets };
}

/** Whole days; a withheld figure has only its basis. */
function toRange(judgement: TonerJudgement | undefined): NonNullable<Toner['tonerLeftDaysRange']>[TonerColor] {
  if (judgement === undefined) return null;
  const { daysLeft } = judgement;
  if (daysLeft.state === 'withheld') return { days: null, basis: daysLeft.basis };
  const { value, lower, upper } = daysLeft.value;
  return { days: Math.round(value), lower: Math.round(lower), upper: Math.round(upper), basis: daysLeft.basis };
}
