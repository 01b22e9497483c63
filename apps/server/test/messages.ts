import type { Message, MessageItem } from '../src/delivery/message.ts';
import type { SendingChannel } from '../src/delivery/ways/way.ts';

/** A message item about an error that the device reported; the clock is Thursday 26 November 2026. */
export const toMessageItem = (change: Partial<MessageItem> = {}): MessageItem => ({
  eventId: '0196f0a0-0000-7000-8000-000000000001',
  event: 'opened',
  at: '2026-11-26T07:03:11.000Z',
  place: {
    rowId: '0196f0a0-0000-7000-8000-0000000000aa',
    entity: 'device',
    serial: 'PMJY000284',
    model: 'Platen C5515',
    customerNumber: 'C-1004',
    customerName: 'Town Hall Ulverton',
    description: '2nd floor, room 214',
    dealerNumber: 'D-01',
    name: null,
  },
  condition: {
    conditionId: '0196f0a0-0000-7000-8000-0000000000c1',
    kind: 'down',
    subject: 'C371',
    source: 'device',
    work: 'open',
    state: 'open',
    facts: { code: 'C371' },
    whoCanAct: 'technician',
    openedAt: '2026-11-26T07:01:00.000Z',
    lastSeenAt: '2026-11-26T07:01:00.000Z',
    resolution: null,
    plannedDay: null,
    version: 3,
  },
  priority: 'P1',
  assignee: null,
  isJudged: false,
  ...change,
});

/** A message about one change. */
export const toMessage = (change: Partial<Extract<Message, { kind: 'change' }>> = {}): Message => ({
  kind: 'change',
  at: '2026-11-26T07:05:00.000Z',
  portal: 'https://platen.example',
  subscription: {
    subscriptionId: '0196f0a0-0000-7000-8000-0000000000d1',
    name: 'Devices that are down',
    stopUrl: 'https://platen.example/v1/subscriptions/c2VjcmV0/stop',
  },
  firstId: null,
  items: [toMessageItem()],
  more: 0,
  ...change,
});

export const toChannel = (change: Partial<SendingChannel> = {}): SendingChannel => ({
  channelId: '0196f0a0-0000-7000-8000-0000000000e1',
  kind: 'webhook',
  name: 'ERP',
  address: 'https://erp.example/hook',
  secrets: [],
  language: 'en-us',
  zone: 'Europe/Berlin',
  ...change,
});
