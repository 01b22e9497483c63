import type { DeviceReport } from '@platen/contract/report';
import { tonerColors } from '@platen/contract/report-sections';

// Lists of figures are kept short (features/ingest/short-lists.ts). These give them back as they were told, as the view
// `kept_section` does, in a fraction of its time. Lists that were kept as they came stay as they are.

type Part = NonNullable<DeviceReport['parts']>[number];
type Sensor = NonNullable<DeviceReport['sensors']>[number];

/** `kept`: the body of `parts` in `device_section`. */
export const toWholeParts = (kept: readonly Part[]): Part[] =>
  kept.map((entry) => (isShort(entry) ? toPart(entry) : entry));

/** `kept`: the body of `sensors` in `device_section`. */
export const toWholeSensors = (kept: readonly Sensor[]): Sensor[] =>
  kept.map((entry) => (isShort(entry) ? toSensor(entry) : entry));

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
