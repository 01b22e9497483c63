import type { Message, MessageDevice } from '../message.ts';
import { type Content, type ContentItem, toLine } from './content.ts';
import type { MessageWords } from './language.ts';
import { toDeviceLink, toDevicesLink } from './links.ts';
import { joined } from './to-item.ts';

type DeviceMessage = Extract<Message, { kind: 'device' }>;
const keys = { 'device.added': 'added', 'device.moved': 'moved', 'meter.corrected': 'corrected' } as const;

/** What happened to devices as such: one in the subject by name, several of a customer by their number. */
export function toDevices(
  { devices, more, portal }: DeviceMessage,
  words: MessageWords,
): Pick<Content, 'subject' | 'items' | 'more' | 'action'> {
  const { texts, fill } = words;
  const [first] = devices;
  const count = devices.length + more;
  const customer = first === undefined ? texts.summary.noCustomer : toCustomer(first, words);
  return {
    subject:
      first === undefined || count > 1
        ? joined(customer, fill(texts.device.count, { count }))
        : fill(texts.subject.device, {
            what: texts.device.changes[keys[first.type]],
            customer,
            serial: toLine(first.data.device.serial ?? first.data.device.model ?? '', 60),
          }),
    items: devices.map((device) => toDeviceItem(device, portal, words)),
    more: more > 0 ? fill(texts.more, { count: more }) : undefined,
    action: count > 1 ? { label: texts.device.openAll, href: toDevicesLink(portal) } : undefined,
  };
}

const toCustomer = ({ data: { device } }: MessageDevice, { texts }: MessageWords): string =>
  toLine(device.customerName ?? device.customerNumber ?? texts.summary.noCustomer, 60);

/** One event of a device: which it is, whose it is, and what was before or is counted otherwise. */
export function toDeviceItem(event: MessageDevice, portal: string, words: MessageWords): ContentItem {
  const { texts, moment } = words;
  const { device } = event.data;
  const fact = (label: string, text: string | null | undefined) => {
    const line = toLine(text ?? '');
    return line === '' ? [] : [{ label, text: line }];
  };
  return {
    title: joined(texts.device.changes[keys[event.type]], device.serial),
    facts: [
      ...fact(texts.labels.event, moment(event.at)),
      ...fact(texts.labels.device, joined(device.serial, device.model)),
      ...fact(texts.labels.customer, joined(device.customerName, device.customerNumber)),
      ...fact(texts.device.dealer, joined(device.dealerName, device.dealerNumber)),
      ...fact(texts.labels.place, device.description),
      ...(event.type === 'meter.corrected' ? toCorrection(event.data, words, fact) : toFormer(event, words, fact)),
    ],
    notice: undefined,
    link: { label: texts.device.open, href: toDeviceLink(portal, device.deviceId) },
  };
}

type Fact = (label: string, text: string | null | undefined) => readonly { label: string; text: string }[];

function toFormer(event: Exclude<MessageDevice, { type: 'meter.corrected' }>, { texts }: MessageWords, fact: Fact) {
  const { before, device } = event.data;
  return before === null || before.customerNumber === device.customerNumber
    ? []
    : fact(texts.device.before, before.customerNumber ?? texts.summary.noCustomer);
}

function toCorrection(
  { correction }: Extract<MessageDevice, { type: 'meter.corrected' }>['data'],
  { texts, meter, corrections, moment }: MessageWords,
  fact: Fact,
) {
  const { kind, state, reason, at, pages, value } = correction;
  const amount = pages ?? value;
  return [
    ...fact(texts.device.meter, meter(correction.meter)),
    ...fact(
      texts.device.correction,
      joined(corrections.kinds[kind], amount === null ? null : String(amount), corrections.states[state]),
    ),
    ...fact(texts.device.reason, corrections.reasons[reason]),
    ...fact(texts.device.at, moment(at)),
  ];
}
