import {
  changeChannel,
  changeSubscriptions,
  enableChannel,
  listSubscriptions,
  readChannel,
  removeChannel,
  rotateSecret,
  testChannel,
} from '@platen/contract/channels';
import { listDeliveries, sendAgain } from '@platen/contract/deliveries';
import type { Endpoint } from '@platen/contract/endpoint';
import { usualEffects } from '@platen/contract/ticket-names';
import {
  answerTicket,
  changeTicketSystem,
  handOver,
  previewTickets,
  readTicket,
  removeTicketSystem,
} from '@platen/contract/tickets';
import type { Door, Named } from './worklist-doors.ts';

/** A ticket system that is connected, which every role that acts may name. */
export const connectedSystem = '0190a0b0-0000-7000-8000-00000000aaaa';

const door = (name: string, names: Named, call: Endpoint, more: Pick<Door, 'query' | 'body'> = {}): Door => ({
  name,
  call,
  right: 'self',
  names,
  ...more,
});
const channel = { name: 'x', language: 'en-us', zone: 'UTC', limits: { hour: 1, day: 1 }, version: 1 };
const system = { name: 'x', withNetworkAddress: false, effects: { ...usualEffects }, rules: [] };

/** Calls of channels, messages and tickets that take an id, which is in the place of `$id`. */
export const deliveryDoors: readonly Door[] = [
  door('channel', 'channel', readChannel),
  door('change a channel', 'channel', changeChannel, { body: channel }),
  door('delete a channel', 'channel', removeChannel, { query: { version: '1' } }),
  door('test a channel', 'channel', testChannel),
  door('rotate a secret', 'channel', rotateSecret, { body: { version: 1, overlapHours: 1 } }),
  door('use a channel again', 'channel', enableChannel, { body: { version: 1 } }),
  door('subscriptions', 'channel', listSubscriptions),
  door('change subscriptions', 'channel', changeSubscriptions, { body: { subscriptions: [], version: 1 } }),
  door('log of a channel', 'channel', listDeliveries, { query: { channelId: '$id' } }),
  door('one message', 'delivery', listDeliveries, { query: { deliveryId: '$id' } }),
  door('send a message again', 'delivery', sendAgain, { body: { deliveryIds: ['$id'] } }),
  door('send those of a channel again', 'channel', sendAgain, {
    body: { channelId: '$id', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  }),
  door('ticket', 'ticket', readTicket),
  door('state of a ticket', 'ticket', answerTicket, {
    body: { state: 'open', changedAt: '2026-01-01T00:00:00Z', sequence: 1 },
  }),
  door('preview of tickets', 'device to send', previewTickets, {
    body: { systemId: connectedSystem, rowIds: ['$id'] },
  }),
  door('hand over', 'condition', handOver, {
    body: { systemId: connectedSystem, items: [{ conditionId: '$id', version: 1 }] },
  }),
  door('change a ticket system', 'ticket system', changeTicketSystem, {
    body: { ...system, channelId: connectedSystem, version: 1 },
  }),
  door('disconnect a ticket system', 'ticket system', removeTicketSystem, { query: { version: '1' } }),
];
