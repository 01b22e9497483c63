import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { count } from './values.ts';

/** Models that are listed, and changed at once, at most. */
export const mostModels = 2000;
export const mostModelsChanged = 500;
/** Pages a minute of a model, at most. */
export const fastestModel = 500;

const pagesPerMinute = z.nullable(z.int().check(z.minimum(1), z.maximum(fastestModel)));
const access = { access: 'user', right: 'manageOrganisation' } as const;

const model = z.object({
  /** As devices report it. */
  model: z.string(),
  /** Series of the catalogue; null: not known. */
  series: nullableText,
  devices: count,
  /** What it can print (LG-13); null: not entered, 80 are assumed. */
  pagesPerMinute,
  /** Entered for the own organisation, and not for one above. */
  isOwn: z.boolean(),
});
export type Model = z.infer<typeof model>;

/** `GET /v1/models` (OA-60): the models of the devices that the user sees, and what is entered for them. */
export const listModels = endpoint({
  ...access,
  method: 'GET',
  path: '/v1/models',
  summary: 'Models of the fleet, and what they print a minute',
  answer: z.object({
    /** By how many devices are of it, at most 2,000. */
    models: z.array(model),
    isCut: z.boolean(),
  }),
});

/**
 * `PUT /v1/models`: enters for the own organisation and those below what some models print a minute; null
 * takes the own entry back. One whose own entry is another than `was` meanwhile is left alone and named
 * (GE-06).
 */
export const changeModels = endpoint({
  ...access,
  method: 'PUT',
  path: '/v1/models',
  summary: 'Enter what models print a minute',
  body: z.strictObject({
    models: z
      .array(z.strictObject({ model: z.string().check(z.minLength(1), z.maxLength(250)), was: pagesPerMinute }))
      .check(z.minLength(1), z.maxLength(mostModelsChanged)),
    pagesPerMinute,
  }),
  answer: z.object({ changed: count, skipped: z.array(z.string()) }),
});
