import type { DeliveryEvent } from '@platen/contract/channel-names';
import {
  type ConditionEventType,
  type ConditionWebhook,
  largestWebhookBytes,
  type WebhookBody,
} from '@platen/contract/webhook-events';
import type { Message, MessageClose, MessageDevice, MessageItem } from '../message.ts';
import { toCloseLink, toDeviceLink, toLinesAddress, toRowLink, toVisitLink, toWorklistLink } from './links.ts';

const types: Readonly<Record<Exclude<DeliveryEvent, 'collector'>, ConditionEventType>> = {
  opened: 'condition.opened',
  cameBack: 'condition.regressed',
  worse: 'condition.worse',
  assigned: 'condition.assigned',
  overdue: 'condition.overdue',
  forgotten: 'condition.forgotten',
  acknowledged: 'condition.acknowledged',
  snoozed: 'condition.snoozed',
  visitPlanned: 'visit.planned',
  resolved: 'condition.resolved',
};

/**
 * The bodies that a machine is sent for a message, in its order; none for what only people read (digest,
 * summary, reminder and the like). Judged conditions that no person has taken up are left out (XC-01, XC-02):
 * a last barrier, for none of them should come this far.
 */
export function toWebhookBodies(message: Message): readonly WebhookBody[] {
  const { portal } = message;
  if (message.kind === 'test')
    return [
      {
        type: 'test',
        timestamp: message.at,
        data: { channelName: message.channelName, url: toWorklistLink(portal) },
      },
    ];
  if (message.kind === 'ticket') return [{ type: message.type, timestamp: message.at, data: message.ticket }];
  if (message.kind === 'visit') {
    const { at: timestamp, type, data } = message;
    return [{ type, timestamp, data: { ...data, url: toVisitLink(portal, data.visit.visitId) } }];
  }
  if (message.kind === 'device') return message.devices.map((device) => toDeviceBody(device, portal));
  if (message.kind === 'close') return toCloseBodies(message.close, message.at, portal);
  if (message.kind !== 'change') return [];
  return message.items.filter((item) => !isForPeopleOnly(item)).map((item) => toBody(item, portal));
}

/** A figure that says how likely something fails, which no person has taken up. */
const isForPeopleOnly = ({ condition, isJudged }: MessageItem): boolean =>
  (isJudged || condition.source === 'judgement') && condition.work === 'open';

function toDeviceBody(device: MessageDevice, portal: string): WebhookBody {
  const timestamp = device.at;
  const url = toDeviceLink(portal, device.data.device.deviceId);
  return device.type === 'meter.corrected'
    ? { type: device.type, timestamp, data: { ...device.data, url } }
    : { type: device.type, timestamp, data: { ...device.data, url } };
}

/** What is ahead, and files, concern people alone. */
function toCloseBodies(close: MessageClose, timestamp: string, portal: string): readonly WebhookBody[] {
  if (close.type !== 'meter.closed') return [];
  const { closeId } = close.data.close;
  const urls = { linesUrl: toLinesAddress(portal, closeId), url: toCloseLink(portal, closeId) };
  return [{ type: close.type, timestamp, data: { ...close.data, ...urls } }];
}

/** A choice that names the opening and the end of conditions of one kind has types of its own (DE-27). */
function toType({ event, chosen, condition }: MessageItem): ConditionEventType {
  if (chosen === 'deviceStopped' || chosen === 'deviceReporting')
    return chosen === 'deviceStopped' ? 'device.stopped' : 'device.reporting';
  if (chosen !== 'collector' && event !== 'collector') return types[event];
  return condition.state === 'resolved' ? 'collector.working' : 'collector.silent';
}

function toBody(item: MessageItem, portal: string) {
  const { eventId, at, condition, priority, assignee, place } = item;
  const { conditionId, kind, subject, source, state, facts, openedAt, lastSeenAt, resolution, plannedDay } = condition;
  const { rowId, ...of } = place;
  const body: ConditionWebhook = {
    type: toType(item),
    timestamp: at,
    data: {
      eventId,
      version: condition.version,
      priority,
      assignee,
      condition: { conditionId, kind, subject, source, state, facts, openedAt, lastSeenAt, resolution, plannedDay },
      of,
      url: toRowLink(portal, rowId),
    },
  };
  if (Buffer.byteLength(JSON.stringify(body)) <= largestWebhookBytes) return body;
  const { facts: _long, ...shorter } = body.data.condition;
  return { ...body, data: { ...body.data, condition: shorter } };
}
