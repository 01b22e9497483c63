import type { DeviceReport } from '@platen/contract/report';
import { tonerColors } from '@platen/contract/report-sections';

// Lists of figures are kept short (features/ingest/short-lists.ts, short-codes.ts). These give them back as they were told, as the view
// `kept_section` does, in a fraction of its time. Lists that were kept as they came stay as they are.

type Part = NonNullable<DeviceReport['parts']>[number];
type Sensor = NonNullable<DeviceReport['sensors']>[number];
type Codes = NonNullable<DeviceReport['codes']>;
type Code = NonNullable<Codes['code05']>[number];
type Code13 = NonNullable<Codes['code13']>[number];

/** `kept`: the body of `parts` in `device_section`. */
export const toWholeParts = (kept: readonly Part[]): Part[] =>
  kept.map((entry) => (isShort(entry) ? toPart(entry) : entry));

/** `kept`: the body of `sensors` in `device_section`. */
export const toWholeSensors = (kept: readonly Sensor[]): Sensor[] =>
  kept.map((entry) => (isShort(entry) ? toSensor(entry) : entry));

/** `kept`: the codes 05 or 08 of the body of `codes` in `device_section`. */
export const toWholeCodes = (kept: readonly Code[]): Code[] =>
  kept.map((entry) =>
    isShort(entry) ? { main: Number(entry[0]), sub: Number(entry[1]), value: String(entry[2]) } : entry,
  );

/** `kept`: the codes 13 of the body of `codes` in `device_section`. */
export const toWholeCodes13 = (kept: readonly Code13[]): Code13[] =>
  kept.map((entry) => (isShort(entry) ? { main: Number(entry[0]), value: String(entry[1]) } : entry));

const isShort = (entry: unknown): entry is readonly unknown[] => Array.isArray(entry);

function toPart([code, pages, driveHours, rotations, consumedLife, lifePages, replacedAt]: readonly unknown[]): Part {
  return {
    partsCode: String(code),
    ...(typeof pages === 'number' && { pages: measured(pages) }),
    ...(typeof driveHours === 'number' && { driveHours: measured(driveHours) }),
    ...(typeof rotations === 'number' && { rotations: measured(rotations) }),
    ...(typeof consumedLife === 'number' && { consumedLife: measured(consumedLife) }),
    ...(typeof lifePages === 'number' && { lifePages: measured(lifePages) }),
    ...(typeof replacedAt === 'string' && { replacedAt }),
  };
}

function toSensor([name, told, value, unit]: readonly unknown[]): Sensor {
  const color = tonerColors.find((one) => one === told);
  return {
    name: String(name),
    ...(color !== undefined && { color }),
    ...(typeof unit === 'string' && { unit }),
    reading: measured(Number(value)),
  };
}

const measured = (value: number) => ({ state: 'measured' as const, value });
