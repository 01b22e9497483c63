import type { DeviceReport } from '@platen/contract/report';
import { part } from '@platen/contract/report-sections';
import { listFormat, measured, type Stored, toBareValue } from './stored-list.ts';

type Part = NonNullable<DeviceReport['parts']>[number];
export type StoredParts = Stored<'parts'>;

/**
 * `[code, pages, drive hours, rotations, consumed life, life in pages, replaced at]`, without the nulls at
 * its end.
 */
export const { encode: encodeParts, decode: decodeParts } = listFormat<Part, 'parts'>(part, toTuple, toPart);

function toTuple(reported: Part): unknown[] | undefined {
  const { partsCode, pages, driveHours, rotations, consumedLife, lifePages, replacedAt, ...rest } = reported;
  const values = [pages, driveHours, rotations, consumedLife, lifePages].map(toBareValue);
  if (values.includes(undefined) || Object.keys(rest).length > 0) return undefined;
  const tuple = [partsCode, ...values, replacedAt ?? null];
  while (tuple.at(-1) === null) tuple.pop();
  return tuple;
}

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
