import type { Channel, listChannels, listSubscriptions, Subscription } from '@platen/contract/channels';
import type { Delivery, listDeliveries } from '@platen/contract/deliveries';
import type { AnswerOf } from '@platen/contract/endpoint';
import { usualEffects } from '@platen/contract/ticket-names';
import type { TicketSystem } from '@platen/contract/tickets';
import type { FakeRoutes } from '../fake-server.ts';
import { idOf, answered as rulesAnswered, weber } from '../rules/data.ts';

export { idOf };

export const at = '2025-11-20T07:58:02Z';

export const channelOf = (index: number, other: Partial<Channel> = {}): Channel => ({
  channelId: idOf(index),
  kind: 'mail',
  owner: 'organisation',
  ownedBy: null,
  name: `Channel ${index}`,
  address: 'd••••••h@haldane.example',
  state: 'active',
  stateSince: at,
  language: 'en-us',
  zone: 'Europe/Berlin',
  limits: { hour: 20, day: 100 },
  secrets: [],
  lastDay: { accepted: 46, held: 3, waiting: 0, failed: 0, givenUp: 0 },
  lastTry: { at, outcome: 'accepted', code: 250, milliseconds: 1200, answer: 'OK', reason: null },
  subscriptionCount: 1,
  own: true,
  madeAt: at,
  version: 4,
  ...other,
});

export const mail = channelOf(1, { name: 'Haldane dispatch' });
export const program = channelOf(2, {
  name: 'ERP Brandt',
  kind: 'webhook',
  address: 'https://erp.brandt.example/…',
  state: 'failing',
  lastDay: { accepted: 17, held: 0, waiting: 0, failed: 11, givenUp: 1 },
  lastTry: { at, outcome: 'failed', code: 503, milliseconds: 310, answer: '{"error":"maintenance"}', reason: null },
  secrets: [
    { madeAt: at, until: null },
    { madeAt: at, until: '2025-11-27T08:00:00Z' },
  ],
});
const other = channelOf(3, {
  name: 'Weber',
  owner: 'self',
  ownedBy: weber,
  own: false,
  state: 'unverified',
  subscriptionCount: 0,
  lastTry: null,
  lastDay: { accepted: 0, held: 0, waiting: 0, failed: 0, givenUp: 0 },
});

export const subscription: Subscription = {
  subscriptionId: idOf(21),
  name: 'Pressing ones',
  scope: { customerNumbers: ['C-20043'], groupIds: [7] },
  leastPriority: 'P2',
  events: ['opened', 'cameBack'],
  when: { at: 'once' },
  quiet: {
    spans: [{ days: [0, 1, 2, 3, 4], from: '18:00', to: '07:00' }],
    onHolidays: true,
    isReallyQuiet: false,
  },
  stoppedAt: null,
};

export const desk: TicketSystem = {
  systemId: idOf(61),
  name: 'Merrow desk',
  channelId: mail.channelId,
  channel: { kind: 'mail', name: mail.name, state: 'active' },
  withNetworkAddress: false,
  effects: { ...usualEffects },
  rules: [],
  live: 2,
  notConfirmed: 0,
  lastAnswerAt: at,
  madeBy: weber,
  madeAt: at,
  own: true,
  version: 2,
};

export const failed: Delivery = {
  deliveryId: idOf(31),
  at,
  kind: 'change',
  event: 'opened',
  about: {
    rowId: idOf(41),
    conditionId: idOf(42),
    kind: 'down',
    subject: 'C371',
    facts: { code: 'C371' },
    openedAt: at,
    lastSeenAt: at,
    serial: 'PPJH000027',
    model: 'Platen C3013',
    customerName: 'Ostend Road Logistics',
  },
  device: null,
  count: 3,
  priority: 'P1',
  isJudged: false,
  channel: { channelId: program.channelId, name: program.name, kind: 'webhook' },
  subscription: { subscriptionId: idOf(21), name: 'Pressing ones' },
  state: 'failed',
  reason: null,
  dueAt: '2025-11-20T08:33:00Z',
  tries: [
    { at, outcome: 'failed', code: 503, milliseconds: 310, answer: '{"error":"maintenance"}', reason: null },
    {
      at: '2025-11-20T07:58:07Z',
      outcome: 'failed',
      code: null,
      milliseconds: 15_000,
      answer: null,
      reason: 'no answer within 15 s',
    },
  ],
};
const held: Delivery = {
  ...failed,
  deliveryId: idOf(32),
  state: 'held',
  reason: 'judged',
  isJudged: true,
  count: 1,
  dueAt: null,
  tries: [],
};

const channels: AnswerOf<typeof listChannels> = {
  channels: [mail, other, program],
  fallbackChannelId: mail.channelId,
  sendsMail: true,
};
const subscriptions: AnswerOf<typeof listSubscriptions> = { subscriptions: [subscription], version: 4 };
const states = { waiting: 0, held: 1, sending: 0, accepted: 113, failed: 1, givenUp: 0, dropped: 0 };
const log: AnswerOf<typeof listDeliveries> = { deliveries: [failed, held], count: 2, states };

export const answered = (others: FakeRoutes = {}, role = 'service'): FakeRoutes =>
  rulesAnswered(
    {
      'GET /v1/channels': { body: channels },
      [`GET /v1/channels/${mail.channelId}/subscriptions`]: { body: subscriptions },
      [`GET /v1/channels/${program.channelId}/subscriptions`]: { body: { subscriptions: [], version: 4 } },
      'GET /v1/deliveries': { body: log },
      'GET /v1/ticket-systems': { body: { systems: [] } },
      ...others,
    },
    role,
  );
