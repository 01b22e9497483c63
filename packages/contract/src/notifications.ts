import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, instant, uuid } from './values.ts';

/** Longest text of a notification, in characters. */
export const longestNotification = 10_000;

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(longestNotification));
const content = {
  from: instant,
  /** Null: without end. */
  until: z.nullable(instant),
  /** In English and in Japanese. */
  en: text,
  ja: text,
};
/** One text to all users with its span, whether it is in force or not. */
export const writtenNotification = z.object({ notificationId: uuid, version: count, ...content });
export type WrittenNotification = z.infer<typeof writtenNotification>;

const version = z.int().check(z.positive());
const access = { access: 'user', right: 'manageNotifications' } as const;
const params = z.strictObject({ id: uuid });

/** `GET /v1/notifications/all` (OA-60). */
export const listWrittenNotifications = endpoint({
  ...access,
  method: 'GET',
  path: '/v1/notifications/all',
  summary: 'All notifications in both languages, newest first, also those not yet or no longer in force',
  answer: z.object({ notifications: z.array(writtenNotification) }),
});

/** `POST /v1/notifications`; takes an `Idempotency-Key`. */
export const addNotification = endpoint({
  ...access,
  method: 'POST',
  path: '/v1/notifications',
  summary: 'Notify all users',
  body: z.strictObject(content),
  answer: writtenNotification,
});

/** `PUT /v1/notifications/{id}` (GE-06). */
export const changeNotification = endpoint({
  ...access,
  method: 'PUT',
  path: '/v1/notifications/{id}',
  summary: 'Change a notification',
  params,
  body: z.strictObject({ version, ...content }),
  answer: writtenNotification,
});

/** `DELETE /v1/notifications/{id}`. */
export const removeNotification = endpoint({
  ...access,
  method: 'DELETE',
  path: '/v1/notifications/{id}',
  summary: 'Delete a notification',
  params,
  query: z.strictObject({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
  answer: z.object({ status: z.literal('OK') }),
});
