import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, instant, uuid } from './values.ts';

/**
 * The closed list of what a collector does when asked (CF-30). `read`: read these addresses now. `probe`:
 * what answers at an address. `log`: its last log lines. `walk`: a redacted recording of one device.
 * `status`: as its own command of that name. `restartRound`: begin the round again.
 */
export const commandKinds = ['read', 'probe', 'log', 'walk', 'status', 'restartRound'] as const;
export type CommandKind = (typeof commandKinds)[number];

export const commandLimits = {
  /** Addresses of `read`. */
  addresses: 50,
  validMinutes: 15,
  waiting: 10,
  storedDays: 7,
  logLines: 500,
  /** Bytes of a result on its way. */
  resultBytes: 8 * 1024 * 1024,
  reason: 500,
} as const;

/** Addresses that a kind needs: none, one, or some. */
export const toAddressCount = (kind: CommandKind): readonly [number, number] =>
  kind === 'read' ? [1, commandLimits.addresses] : kind === 'probe' || kind === 'walk' ? [1, 1] : [0, 0];

const addresses = z
  .array(z.string().check(z.minLength(1), z.maxLength(280), z.regex(/^[^\s,/]+$/, 'expected one address')))
  .check(z.maxLength(commandLimits.addresses));
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(commandLimits.reason));

/** A command on its way to the collector, with the answer to its status. Later kinds are refused by it. */
export const collectorCommand = z.object({
  id: uuid,
  kind: z.string().check(z.maxLength(40)),
  addresses,
  reason,
  /** Name of the person who asks. */
  by: z.string().check(z.maxLength(256)),
});
export type CollectorCommand = z.infer<typeof collectorCommand>;

export const commandStates = ['waiting', 'fetched', 'done', 'failed', 'refused', 'expired'] as const;
export type CommandState = (typeof commandStates)[number];

/** `POST /v1/ingest/result`: what came of a command, once. */
export const sendCommandResult = endpoint({
  method: 'POST',
  path: '/v1/ingest/result',
  access: 'collector',
  summary: 'Send what came of a command',
  body: z.object({
    id: uuid,
    state: z.enum(['done', 'failed', 'refused']),
    text: z.string().check(z.maxLength(commandLimits.resultBytes)),
  }),
  answer: z.object({ status: z.string() }),
});

const shown = z.object({
  commandId: uuid,
  kind: z.enum(commandKinds),
  addresses: z.array(z.string()),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: instant,
  validUntil: instant,
  state: z.enum(commandStates),
  endedAt: z.nullable(instant),
  /** Bytes of the result; null: there is none (yet). */
  size: z.nullable(count),
});
export type ShownCommand = z.infer<typeof shown>;

const params = z.strictObject({ id: uuid });

/** `GET /v1/collector/{id}/commands`: those of the last 7 days, the newest first. */
export const listCommands = endpoint({
  method: 'GET',
  path: '/v1/collector/{id}/commands',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Commands to a collector and what came of them',
  params,
  answer: z.object({ commands: z.array(shown) }),
});

/**
 * `POST /v1/collector/{id}/commands`: asks the collector for something; it learns of it with its next status.
 * Refuses 202004 where 10 wait, 202003 where its own file does not allow the kind (CF-31).
 */
export const askCollector = endpoint({
  method: 'POST',
  path: '/v1/collector/{id}/commands',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Ask a collector for something of a closed list',
  params,
  body: z
    .strictObject({ kind: z.enum(commandKinds), addresses, reason })
    .check(
      z.refine(
        ({ kind, addresses: { length } }) => length >= toAddressCount(kind)[0] && length <= toAddressCount(kind)[1],
        'this kind takes another number of addresses',
      ),
    ),
  answer: z.object({ commandId: uuid }),
});

/** `GET /v1/collector/{id}/command/{commandId}`: what came of it, as text. */
export const readCommandResult = endpoint({
  method: 'GET',
  path: '/v1/collector/{id}/command/{commandId}',
  access: 'user',
  right: 'manageCollectors',
  summary: 'What came of a command',
  params: z.strictObject({ id: uuid, commandId: uuid }),
  answer: z.object({ command: shown, text: z.nullable(z.string()) }),
});
