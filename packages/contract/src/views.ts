import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { uuid } from './values.ts';
import { version } from './worklist-item.ts';

/** Areas that have saved views; further ones come with their screens. */
export const viewAreas = ['worklist'] as const;
export type ViewArea = (typeof viewAreas)[number];
/** Views of one user (FV-01). */
export const mostViews = 100;

const area = z.enum(viewAreas);
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
/** Filters, sort and grouping as the query of the area's list has them. */
const definition = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(2000)));

/** A saved view (FV-01). `own`: the user made it and may change it. */
export const view = z.object({
  viewId: uuid,
  area,
  name: z.string(),
  shared: z.boolean(),
  isDefault: z.boolean(),
  own: z.boolean(),
  definition,
  version,
});
export type SavedView = z.infer<typeof view>;

const fields = { name, shared: z.boolean(), isDefault: z.boolean(), definition };

/** `GET /v1/views`: own views and those shared by others, by name. */
export const listViews = endpoint({
  method: 'GET',
  path: '/v1/views',
  access: 'user',
  summary: 'Saved views of an area',
  query: z.strictObject({ area }),
  answer: z.object({ views: z.array(view) }),
});

/** `POST /v1/views`: at most 100 a user (202004). */
export const addView = endpoint({
  method: 'POST',
  path: '/v1/views',
  access: 'user',
  summary: 'Save a view',
  body: z.strictObject({ area, ...fields }),
  answer: z.object({ view }),
});

/** `PUT /v1/views/{id}`: by its owner; another version answers 202002. */
export const changeView = endpoint({
  method: 'PUT',
  path: '/v1/views/{id}',
  access: 'user',
  summary: 'Change a saved view',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ ...fields, version }),
  answer: z.object({ view }),
});

/** `DELETE /v1/views/{id}`: by its owner. */
export const removeView = endpoint({
  method: 'DELETE',
  path: '/v1/views/{id}',
  access: 'user',
  summary: 'Delete a saved view',
  params: z.strictObject({ id: uuid }),
  answer: z.object({ status: z.string() }),
});
