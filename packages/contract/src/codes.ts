import * as z from 'zod/mini';
import { deviceParams, nullableText, readOfDevice } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { codeScale } from './figures.ts';
import { instant } from './values.ts';

const outlierLevel = z.nullable(z.int().check(z.minimum(0), z.maximum(3)));

/**
 * Devices that values are compared with: `devices` is rounded down (20, 50, 100, 500, …), but for `visible`:
 * devices of the family that the user may see anyway.
 */
const comparison = z.nullable(
  z.object({ scope: z.enum(['model', 'line', 'family', 'related', 'visible']), name: z.string(), devices: z.int() }),
);

/**
 * Rows of code 05 and 08 (OQ-75): values are texts as read; mode and average are over the same model in the
 * fleet, or over the nearest wider group of devices (`comparedWith`, an addition), null where too few devices
 * are known; outlier level 0 (usual) to 3. The thresholds are an addition (OQ-77): null where none is set,
 * left out by a server that does not tell them.
 */
const fleetCodes = z.object({
  codes: z.array(
    z.object({
      main: z.int(),
      sub: z.int(),
      currentValue: z.string(),
      modeValue: nullableText,
      averageValue: nullableText,
      outlierLevel,
      alertThreshold: z.optional(z.nullable(z.number())),
      clearThreshold: z.optional(z.nullable(z.number())),
      /**
       * Addition: what the outlier level was calculated from; left out where the value is judged by how rare
       * it is.
       */
      scale: z.optional(codeScale),
    }),
  ),
  /** Of mode and average, and of the outlier level; null where there is nothing to compare with. */
  comparedWith: z.optional(z.object({ usual: comparison, levels: comparison })),
});

const ofTokens = { tokenScope: 'devices.read', right: 'readCodes' } as const;
export const readCode05 = readOfDevice('code/05', '05 codes with the values of the fleet', fleetCodes, ofTokens);
export const readCode08 = readOfDevice('code/08', '08 codes with the values of the fleet', fleetCodes, ofTokens);
export const readCode13 = readOfDevice(
  'code/13',
  '13 codes',
  z.object({ codes: z.array(z.object({ main: z.int(), currentValue: z.string() })) }),
  ofTokens,
);

/**
 * Addition (OQ-77): the device is flagged when the value reaches `alertThreshold`, and unflagged when it is
 * back at `clearThreshold`. Null: no threshold set.
 */
const setting = z.object({
  main: z.int(),
  sub: z.int(),
  alertThreshold: z.nullable(z.number()),
  clearThreshold: z.nullable(z.number()),
  changedBy: nullableText,
  changedAt: z.nullable(instant),
});
const settingQuery = z.strictObject({
  main: z.string().check(z.regex(/^\d{1,5}$/)),
  sub: z.string().check(z.regex(/^\d{1,5}$/)),
});
const settingBody = z.strictObject({
  main: z.int().check(z.minimum(0)),
  sub: z.int().check(z.minimum(0)),
  alertThreshold: z.nullable(z.number()),
  clearThreshold: z.nullable(z.number()),
});

const readSetting = (code: '05' | '08') =>
  endpoint({
    method: 'GET',
    path: `/v1/device/{id}/code/${code}/setting`,
    access: 'user',
    right: 'readCodes',
    summary: `Alert and clear threshold of a ${code} code`,
    params: deviceParams,
    query: settingQuery,
    answer: setting,
  });
const writeSetting = (code: '05' | '08') =>
  endpoint({
    method: 'PUT',
    path: `/v1/device/{id}/code/${code}/setting`,
    access: 'user',
    right: 'readCodes',
    summary: `Set alert and clear threshold of a ${code} code`,
    params: deviceParams,
    body: settingBody,
    answer: setting,
  });

export const readCode05Setting = readSetting('05');
export const writeCode05Setting = writeSetting('05');
export const readCode08Setting = readSetting('08');
export const writeCode08Setting = writeSetting('08');
