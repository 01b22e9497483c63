import * as z from 'zod/mini';
import { type Endpoint, endpoint } from './endpoint.ts';
import { uuid } from './values.ts';

/** The device's id in the path. */
export const deviceParams = z.strictObject({ id: uuid });

/** A read of one device, as all of behaviour section 7 are: `GET /v1/device/{id}/…`. */
export function readOfDevice<Answer extends z.ZodMiniType>(
  tail: string,
  summary: string,
  answer: Answer,
  more: Pick<Endpoint, 'tokenScope' | 'right'> = {},
) {
  return endpoint({
    method: 'GET',
    path: `/v1/device/{id}/${tail}`,
    access: 'user',
    summary,
    params: deviceParams,
    answer,
    ...more,
  });
}

/** Null: not reported, or unknown. */
export const nullableNumber = z.nullable(z.number());
export const nullableText = z.nullable(z.string());

/** One value for each toner colour; erasable blue exists on few devices. */
export const perColor = <T extends z.ZodMiniType>(value: T) =>
  z.object({ yellow: value, magenta: value, cyan: value, black: value, eBlue: value });
