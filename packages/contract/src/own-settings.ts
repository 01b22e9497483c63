import * as z from 'zod/mini';
import { messageLanguages } from './channel-names.ts';
import { endpoint } from './endpoint.ts';
import { startAreas } from './start-areas.ts';
import { timeZone } from './time-zone.ts';
import { version } from './worklist-item.ts';

const fields = {
  /** Of the portal; null: the browser's. */
  language: z.nullable(z.enum(messageLanguages)),
  /** In which the portal shows times; null: the browser's. */
  zone: z.nullable(timeZone),
  /** Shown after the login where no target is saved; null: the device list. */
  startArea: z.nullable(z.enum(startAreas)),
};

/** What a user has set for themselves (OA-10, OA-19). */
export const ownSettings = z.object({ ...fields, version });
export type OwnSettings = z.infer<typeof ownSettings>;

const answer = z.object({ settings: ownSettings });

/** `GET /v1/users/me/settings`. */
export const readOwnSettings = endpoint({
  method: 'GET',
  path: '/v1/users/me/settings',
  access: 'user',
  summary: "The signed-in user's own settings",
  answer,
});

/** `PUT /v1/users/me/settings`: all of them. */
export const changeOwnSettings = endpoint({
  method: 'PUT',
  path: '/v1/users/me/settings',
  access: 'user',
  summary: "Change the signed-in user's own settings",
  body: z.strictObject({ ...fields, version }),
  answer,
});

/**
 * `POST /v1/users/me/sign-out` (OA-19): every access token of a sign-in up to now is refused with 201001, on
 * all servers within 3 s. API tokens stay. Refuses 202003 where the tokens of the identity provider have no
 * time of issue.
 */
export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/v1/users/me/sign-out',
  access: 'user',
  summary: 'Sign out everywhere',
  body: z.optional(z.nullable(z.strictObject({}))),
  answer: z.object({ status: z.string() }),
});
