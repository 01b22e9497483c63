import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { commandKinds } from './collector-commands.ts';
import { collectorStates } from './collectors.ts';
import { devicePageSize } from './constants.ts';
import { nullableText } from './device-call.ts';
import { maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { remoteLevels } from './enrolment.ts';
import { effectiveSettings, remoteOff } from './remote-settings.ts';
import { count, instant, uuid } from './values.ts';

/**
 * Collectors as the users of a customer see them (OA-20, OA-62): those that were added for the own customer
 * or site, without what the dealer's staff wrote.
 */
const siteCollector = z.object({
  collectorId: uuid,
  name: z.string(),
  /** The customer or site that it was added for. */
  organisation: z.string(),
  state: z.enum(collectorStates),
  lastContactAt: z.nullable(instant),
  remote: z.object({
    /** What the file at the site allows; null: not reported. The portal cannot raise it (CF-10). */
    level: z.nullable(z.enum(remoteLevels)),
    /** Null: the customer has not switched remote work off. */
    off: z.nullable(remoteOff),
  }),
});
export type SiteCollector = z.infer<typeof siteCollector>;

export const remoteActionKinds = ['settings', 'command', 'remoteOff', 'remoteOn'] as const;
/** What somebody did through the portal. The reason is not shown: the dealer's staff wrote it. */
const remoteAction = z.object({
  at: instant,
  by: z.string(),
  kind: z.enum(remoteActionKinds),
  /** Of a command. */
  command: z.nullable(z.enum(commandKinds)),
  addresses: z.array(z.string()),
});
export type RemoteAction = z.infer<typeof remoteAction>;
export const shownActions = 50;

/** `GET /v1/collectors/site`: silent ones first, then by name; revoked ones last. */
export const listSiteCollectors = endpoint({
  method: 'GET',
  path: '/v1/collectors/site',
  access: 'user',
  right: 'overseeCollectors',
  summary: 'The collectors of the own customer or site',
  query: z.strictObject({
    offset: withDefault(wholeFromQuery(0, maxOffset), 0),
    limit: withDefault(wholeFromQuery(1, devicePageSize), devicePageSize),
  }),
  answer: z.object({ collectors: z.array(siteCollector) }),
  answerHeaders: {
    'has-more': "'True' when more collectors follow, else 'False'",
    'total-count': 'number of collectors found',
  },
});

const params = z.strictObject({ id: uuid });

/** `GET /v1/collectors/site/{id}`: where it sends, and what was done through the portal (CF-32). */
export const readSiteCollector = endpoint({
  method: 'GET',
  path: '/v1/collectors/site/{id}',
  access: 'user',
  right: 'overseeCollectors',
  summary: 'One collector of the own customer or site',
  params,
  answer: z.object({
    collector: siteCollector,
    version: nullableText,
    /** Name of the machine that it runs on. */
    host: nullableText,
    /** It reads devices of others too: addresses are not shown. */
    isShared: z.boolean(),
    /** Kinds of commands that its file allows. */
    commands: z.array(z.string()),
    /** Without credentials and customer data; null: it shows none. */
    settings: z.nullable(z.pick(effectiveSettings, { entries: true, server: true, proxy: true })),
    /** The last 10 of the last day, newest first. */
    rounds: z.array(z.object({ endedAt: instant, printers: count, unread: count })),
    /** The last 50, newest first. */
    actions: z.array(remoteAction),
  }),
});
export type SiteCollectorSheet = z.infer<typeof readSiteCollector.answer>;

/**
 * `PUT /v1/collectors/site/{id}/remote`: switches remote work of the collector off, or on again as far as its
 * file allows. While it is off the server gives it neither settings nor commands.
 */
export const switchRemote = endpoint({
  method: 'PUT',
  path: '/v1/collectors/site/{id}/remote',
  access: 'user',
  right: 'overseeCollectors',
  summary: 'Switch remote work of a collector off or on',
  params,
  body: z.strictObject({ off: z.boolean() }),
  answer: siteCollector,
});
