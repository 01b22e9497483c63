import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { usualEffects } from '@platen/contract/ticket-names';
import { type HandOverResult, handOver, type TicketSystemForm } from '@platen/contract/tickets';
import { type TicketWebhook, webhookBody } from '@platen/contract/webhook-events';
import { listWorklist } from '@platen/contract/worklist';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createSecrets } from '../src/delivery/secrets.ts';
import { createMailWay, type Mail } from '../src/delivery/ways/mail.ts';
import { createWebhookWay } from '../src/delivery/ways/webhook.ts';
import { allowedDestinations } from '../src/settings/webhook-allow.ts';
import { addChannel, createRecorder, deliverAt } from './delivery-channels.ts';
import { testWorklist } from './test-worklist.ts';

/** Of the webhook channels of these tests. */
export const channelSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Of the channels of these tests. */
export const secrets = createSecrets(Buffer.alloc(32, 1));

interface Item {
  readonly conditionId: string;
  readonly version: number;
}

/** Conditions as a call names them. */
export const toItems = (items: readonly Item[]): Item[] =>
  items.map(({ conditionId, version }) => ({ conditionId, version }));

/** The id of the first ticket of a handing over. */
export const ticketOf = ({ tickets }: HandOverResult): string => tickets[0]?.ticket.ticketId ?? '';

/** A system as written, with the usual effects and without rules. */
export const systemForm = (channelId: string, more: Partial<TicketSystemForm> = {}): TicketSystemForm => ({
  name: 'Merrow service desk',
  channelId,
  withNetworkAddress: false,
  effects: { ...usualEffects },
  rules: [],
  ...more,
});

/**
 * The worklist with a ticket system of somebody else (TK): a real receiver that checks signatures. To be
 * called at the top of the file; emptied before each test.
 */
export function testTickets() {
  const at = testWorklist();
  const received: TicketWebhook[] = [];
  const mails: Mail[] = [];
  let status = 204;
  let sequence = 0;

  const receive = async (request: IncomingMessage): Promise<void> => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const body = webhookBody.parse(new Webhook(channelSecret).verify(await text(request), headers));
    if (body.type === 'ticket.requested' || body.type === 'ticket.updated') received.push(body);
  };
  const receiver = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    );
  });
  beforeAll(async () => {
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => void receiver.close());
  beforeEach(async () => {
    [received.length, mails.length, status] = [0, 0, 204];
    await at.platen.database.owner.query(
      'truncate ticket_system, ticket, condition, condition_event, worklist_row, visit, channel cascade',
    );
  });

  return {
    at,
    /** What arrived at the receiver, verified. */
    received,
    mails,
    /** The status that the receiver answers with in this test from now on. */
    answerWith: (code: number) => {
      status = code;
    },
    /** Sends what is due after some milliseconds. */
    deliver: (after = 0) => {
      const webhook = createWebhookWay({ allowed: allowedDestinations('127.0.0.0/8') });
      const mail = createMailWay({
        from: { name: 'Platen', address: 'platen@platen.example' },
        replyTo: undefined,
        transport: (one) => {
          mails.push(one);
          return Promise.resolve({ outcome: 'accepted', code: 250, answer: 'taken' });
        },
      });
      const ways = { ...createRecorder().ways, webhook, mail };
      return deliverAt(at.platen.database.db, Date.now() + after, { ways, secrets });
    },
    /** Connects a system, by a channel of the receiver unless it has another address; gives its id. */
    connect: async (
      more: Partial<TicketSystemForm> = {},
      kind: 'webhook' | 'mail' = 'webhook',
      address?: string,
    ): Promise<string> => {
      const { port } = receiver.address() as AddressInfo;
      const hook = address ?? `http://127.0.0.1:${port}/hook`;
      const sealed = {
        secrets: [{ sealed: secrets.seal(channelSecret), madeAt: new Date(0).toISOString(), until: null }],
      };
      const channelId = await addChannel(at.platen.database.db, {
        kind,
        address: kind === 'webhook' ? hook : 'desk@merrow.example',
        sealed: JSON.stringify(kind === 'webhook' ? sealed : {}),
      });
      const { status: code, value } = await at.send(
        'service',
        'POST',
        '/v1/ticket-systems',
        systemForm(channelId, more),
      );
      expect([code, value]).toEqual([200, expect.anything()]);
      return (value as { system: { systemId: string } }).system.systemId;
    },
    /** Hands conditions over as service. */
    send: async (systemId: string, items: readonly Item[], more: object = {}): Promise<HandOverResult> => {
      const body = { systemId, items: toItems(items), ...more };
      const { status: code, value } = await at.send('service', 'POST', '/v1/tickets', body);
      expect([code, value]).toEqual([200, expect.anything()]);
      return handOver.answer.parse(value);
    },
    /** What the system reports of a ticket. */
    answer: async (ticketId: string, state: string, more: object = {}, as = 'service') => {
      sequence += 1;
      const body = { state, changedAt: new Date().toISOString(), sequence, ...more };
      const { status: code, value } = await at.send(as, 'POST', `/v1/tickets/${ticketId}/state`, body);
      return { status: code, value };
    },
    /** How a condition stands. */
    now: async (conditionId: string) => {
      const { rows } = await at.platen.database.pool.query<{
        work: string;
        resolution: string | null;
        version: number;
      }>('select work, resolution, version from condition where condition_id = $1', [conditionId]);
      return { conditionId, work: rows[0]?.work, resolution: rows[0]?.resolution, version: rows[0]?.version ?? 0 };
    },
    /** The row of the device that all roles see. */
    row: async (): Promise<WorklistRow | undefined> => {
      const found = await at.platen.get('service', '/v1/worklist?planned=1');
      return listWorklist.answer.parse(await found.json()).rows.find(({ rowId }) => rowId === at.own);
    },
  };
}
