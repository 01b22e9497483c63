import * as z from 'zod/mini';
import { deviceParams } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './values.ts';

/** Media type of iCalendar (RFC 5545). */
export const calendarType = 'text/calendar';

/** `GET /v1/visits/{id}/calendar`: the visit as an iCalendar file (VP-05). */
export const readVisitCalendar = endpoint({
  method: 'GET',
  path: '/v1/visits/{id}/calendar',
  access: 'user',
  summary: 'A visit as an iCalendar file',
  params: deviceParams,
  answer: z.string(),
  answerTypes: [calendarType],
});

/** Form of the secret of a feed: 40 letters and digits. */
export const feedTokenForm = /^[A-Za-z0-9]{40}$/;

const feed = z.object({
  /** Null: the user has no feed. */
  madeAt: z.nullable(instant),
  /** Day and hour of the last fetch by a calendar. */
  usedAt: z.nullable(instant),
});

/** `GET /v1/visits/feed`: whether the user has a feed. Its address is shown only when it is made. */
export const readFeed = endpoint({
  method: 'GET',
  path: '/v1/visits/feed',
  access: 'user',
  summary: 'The calendar feed of the user',
  answer: feed,
});

/** `POST /v1/visits/feed`: makes the address; a former one ends. */
export const makeFeed = endpoint({
  method: 'POST',
  path: '/v1/visits/feed',
  access: 'user',
  summary: 'Make the address of the calendar feed, or a new one',
  answer: z.object({ ...feed.shape, url: z.string() }),
});

/** `DELETE /v1/visits/feed`: the address ends (VP-05). */
export const revokeFeed = endpoint({
  method: 'DELETE',
  path: '/v1/visits/feed',
  access: 'user',
  summary: 'Revoke the address of the calendar feed',
  answer: feed,
});

export type VisitFeed = z.infer<typeof feed>;
