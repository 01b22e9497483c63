import type { Message, MessageForm, MessageItem, MessageVisit } from '../message.ts';
import { type Content, type ContentItem, type Link, toLine } from './content.ts';
import { type MessageWords, toMessageWords } from './language.ts';
import {
  toCloseFileLink,
  toCloseLink,
  toDeliveryLink,
  toRowLink,
  toRuleLink,
  toTokensLink,
  toVisitLink,
  toVisitsLink,
  toWorklistLink,
} from './links.ts';
import { toDeviceItem, toDevices } from './to-devices.ts';
import { joined, toItem, toWhat, toWhere } from './to-item.ts';

/** What differs from message to message; the rest is the same for all. */
export type Body = Pick<Content, 'subject'> &
  Partial<Pick<Content, 'paragraphs' | 'items' | 'lists' | 'more' | 'action'>>;
type Of<K extends Message['kind']> = Extract<Message, { kind: K }>;

/** Puts a message into words: language and zone of its receiver (DE-22, DE-23). */
export function toContent(message: Message, form: MessageForm): Content {
  const words = toMessageWords(form);
  const { subject, ...body } = toBody(message, words);
  return {
    lang: words.lang,
    subject: toLine(subject),
    paragraphs: [],
    items: [],
    lists: [],
    more: undefined,
    action: undefined,
    ...body,
    footer: toFooter(message, form, words),
  };
}

function toBody(message: Message, words: MessageWords): Body {
  switch (message.kind) {
    case 'change':
      return toChange(message, words);
    case 'reminder':
      return toReminder(message, words);
    case 'digest':
      return toDigest(message, words);
    case 'summary':
      return toSummary(message, words);
    case 'limit':
      return toLimit(message, words);
    case 'test':
      return toTest(message, words);
    case 'confirmation':
      return toConfirmation(message, words);
    case 'channelFailing':
      return toFailing(message, words);
    case 'rulePaused':
      return toPaused(message, words);
    case 'ticket':
      return toTicket(message);
    case 'tokenEnds':
      return toTokenEnds(message, words);
    case 'visit':
      return toVisit(message, words);
    case 'visits':
      return toVisits(message, words);
    case 'device':
      return toDevices(message, words);
    case 'close':
      return toClose(message, words);
    case 'ticketNotConfirmed':
      break;
  }
  return toNotConfirmed(message, words);
}

const moreOf = (more: number, { texts, fill }: MessageWords) =>
  more > 0 ? fill(texts.more, { count: more }) : undefined;
const actionTo = (label: string, href: string): Link => ({ label, href });
const itemsOf = ({ items, more, portal }: Pick<Of<'change'>, 'items' | 'more' | 'portal'>, words: MessageWords) => ({
  items: items.map((item) => toItem(item, portal, words)),
  more: moreOf(more, words),
  ...(items.length + more > 1 && { action: actionTo(words.texts.openAll, toWorklistLink(portal)) }),
});

function toChange(message: Of<'change'>, words: MessageWords): Body {
  const { texts, fill } = words;
  const [first] = message.items;
  const count = message.items.length + message.more;
  if (!first) return { subject: fill(texts.subject.changes, { count }), ...itemsOf(message, words) };
  const subject =
    count === 1
      ? joined(first.priority, ...toWhere(first), toWhat(first, words))
      : joined(highest(message.items), toWhere(first)[0], fill(texts.subject.changes, { count }), toWhat(first, words));
  return { subject, ...itemsOf(message, words) };
}

const highest = (items: readonly MessageItem[]): string => items.map(({ priority }) => priority).toSorted()[0] ?? '';

function toReminder(message: Of<'reminder'>, words: MessageWords): Body {
  const { texts, fill, headline } = words;
  const [first] = message.items;
  const what = first === undefined ? '' : headline(first.condition);
  const subject = joined(
    first?.priority,
    ...(first === undefined ? [] : toWhere(first)),
    fill(texts.subject.reminder, { what: toLine(what) }),
  );
  return { subject, paragraphs: [texts.reminder], ...itemsOf(message, words) };
}

function toDigest(message: Of<'digest'>, words: MessageWords): Body {
  const { texts, fill, weekday, moment } = words;
  const { at, open, p1, openP1 = p1, since, why, visits = [], devices = [] } = message;
  const count = message.items.length + message.more;
  const day = weekday(at);
  return {
    subject:
      count === 0 ? fill(texts.subject.digest, { day, open }) : fill(texts.subject.digestNew, { day, count, p1 }),
    paragraphs: [
      fill(texts.digest[why], { open, p1: openP1 }),
      ...(count + visits.length + devices.length === 0
        ? [texts.digest.nothing]
        : since === null
          ? []
          : [fill(texts.digest.since, { time: moment(since) })]),
      ...(visits.length === 0 ? [] : [fill(texts.visit.count, { count: visits.length })]),
      ...(devices.length === 0 ? [] : [fill(texts.device.count, { count: devices.length })]),
    ],
    ...itemsOf(message, words),
    items: [
      ...itemsOf(message, words).items,
      ...toVisitItems(visits, message.portal, words),
      ...devices.map((device) => toDeviceItem(device, message.portal, words)),
    ],
    action: actionTo(texts.openAll, toWorklistLink(message.portal)),
  };
}

function toSummary({ count, kinds, customers, portal }: Of<'summary'>, words: MessageWords): Body {
  const { texts, fill, kind: kindOf } = words;
  const line = (name: string, number: number) => fill(texts.summary.line, { name: toLine(name), count: number });
  const [most] = customers;
  const rest = count - customers.reduce((sum, each) => sum + each.count, 0);
  return {
    subject:
      most === undefined || most.name === null
        ? fill(texts.subject.summary, { count })
        : fill(texts.subject.summaryOf, { count, part: most.count, customer: toLine(most.name, 60) }),
    paragraphs: [texts.summary.text],
    lists: [
      {
        title: texts.summary.kinds,
        lines: kinds.map(({ kind, name, count: number }) =>
          line(name === undefined ? kindOf(kind) : fill(texts.summary.rule, { name: toLine(name, 80) }), number),
        ),
      },
      {
        title: texts.summary.customers,
        lines: [
          ...customers.map((each) => line(each.name ?? texts.summary.noCustomer, each.count)),
          ...(customers.length === 0 || rest === 0 ? [] : [fill(texts.more, { count: rest })]),
        ],
      },
    ].filter(({ lines }) => lines.length > 0),
    action: actionTo(texts.openAll, toWorklistLink(portal)),
  };
}

function toLimit({ limit, count, until, portal }: Of<'limit'>, { texts, fill, clock, moment }: MessageWords): Body {
  return {
    subject: fill(texts.subject.limit, { time: clock(until) }),
    paragraphs: [fill(texts.limit[limit], { count, time: moment(until) })],
    action: actionTo(texts.openAll, toWorklistLink(portal)),
  };
}

function toTest({ channelName, portal }: Of<'test'>, { texts, fill }: MessageWords): Body {
  const name = toLine(channelName, 80);
  return {
    subject: fill(texts.subject.test, { name }),
    paragraphs: [fill(texts.test, { name })],
    action: actionTo(texts.openAll, toWorklistLink(portal)),
  };
}

function toConfirmation({ confirmUrl, until, by }: Of<'confirmation'>, { texts, fill, moment }: MessageWords): Body {
  return {
    subject: texts.subject.confirmation,
    paragraphs: [fill(texts.confirmation, { by: toLine(by, 80), until: moment(until) })],
    action: actionTo(texts.confirm, confirmUrl),
  };
}

function toFailing({ channelName, state, since, portal }: Of<'channelFailing'>, words: MessageWords): Body {
  const { texts, fill, moment } = words;
  const key = state === 'disabled' ? 'channelDisabled' : 'channelFailing';
  const name = toLine(channelName, 80);
  return {
    subject: fill(texts.subject[key], { name }),
    paragraphs: [fill(texts[key], { name, time: moment(since) })],
    action: actionTo(texts.openChannels, toDeliveryLink(portal)),
  };
}

function toPaused({ ruleId, ruleName, count, portal }: Of<'rulePaused'>, { texts, fill }: MessageWords): Body {
  const name = toLine(ruleName, 80);
  return {
    subject: fill(texts.subject.rulePaused, { name }),
    paragraphs: [fill(texts.rulePaused, { name, count })],
    action: actionTo(texts.openRule, toRuleLink(portal, ruleId)),
  };
}

/** Fields as lines that a program reads, and the description for people (TK-04). */
function toTicket({ ticket, type }: Of<'ticket'>): Body {
  const { ticketId, title, description, conditions, counters, codes, bring, note, url, ...fields } = ticket;
  const line = (name: string, value: string | number | null | undefined) =>
    value === null || value === undefined || value === '' ? [] : [`${name}: ${toLine(String(value))}`];
  return {
    subject: `${title} [${ticketId}]`,
    paragraphs: [
      `platen-ticket: ${ticketId}`,
      [
        ...line('type', type),
        ...line('title', title),
        ...Object.entries(fields).flatMap(([name, value]) => line(name, value)),
        ...conditions.flatMap(({ headline, state, openedAt }) =>
          line('condition', `${headline}, ${state}, ${openedAt}`),
        ),
        ...counters.flatMap(({ name, value, at }) => line('counter', `${name} ${value}, ${at}`)),
        ...codes.flatMap(({ code, meaning }) => line('code', `${code} ${meaning ?? ''}`)),
        ...bring.flatMap(({ item, partNumber }) => line('bring', `${item} ${partNumber ?? ''}`)),
        ...line('note', note),
        ...line('url', url),
      ].join('\n'),
      description,
    ],
  };
}

function toNotConfirmed({ system, serial, rowId, since, portal }: Of<'ticketNotConfirmed'>, words: MessageWords): Body {
  const { texts, fill, moment } = words;
  const name = toLine(system, 80);
  return {
    subject: fill(texts.subject.ticketNotConfirmed, { name, serial: serial ?? '' }),
    paragraphs: [fill(texts.ticketNotConfirmed, { name, time: moment(since) })],
    action: actionTo(texts.open, toRowLink(portal, rowId)),
  };
}

/** What became of a visit: when and where, what was before, and the way to it (VP-01). */
function toVisit(message: Of<'visit'>, words: MessageWords): Body {
  const { texts, fill } = words;
  const { what, customer, time, facts } = toVisitWords(message, words);
  return {
    subject: fill(texts.subject.visit, { what, customer, time }),
    paragraphs: [facts.map(({ label, text }) => `${label}: ${text}`).join('\n')],
    action: actionTo(texts.visit.open, toVisitLink(message.portal, message.data.visit.visitId)),
  };
}

/** What became of several visits of one customer. */
function toVisits({ visits, portal }: Of<'visits'>, words: MessageWords): Body {
  const { texts, fill } = words;
  const [first] = visits;
  const customer = first === undefined ? texts.summary.noCustomer : toVisitWords(first, words).customer;
  return {
    subject: joined(customer, fill(texts.visit.count, { count: visits.length })),
    items: toVisitItems(visits, portal, words),
    action: actionTo(texts.visit.openAll, toVisitsLink(portal)),
  };
}

const toVisitItems = (visits: readonly MessageVisit[], portal: string, words: MessageWords): ContentItem[] =>
  visits.map((visit) => {
    const { what, time, facts } = toVisitWords(visit, words);
    return {
      title: `${what}: ${time}`,
      facts,
      notice: undefined,
      link: actionTo(words.texts.visit.open, toVisitLink(portal, visit.data.visit.visitId)),
    };
  });

function toVisitWords({ notice, data }: MessageVisit, { texts, moment }: MessageWords) {
  const { visit, before, change } = data;
  const what = texts.visit.changes[notice ?? change];
  const customer = toLine(visit.customerName ?? visit.customerNumber ?? texts.summary.noCustomer, 60);
  const timeOf = ({ plannedDay, hours }: Pick<typeof visit, 'plannedDay' | 'hours'>): string => {
    if (plannedDay === null) return texts.visit.noDay;
    const clock = hours === null ? '' : ` ${hours.from}${hours.to === null ? '' : `–${hours.to}`}`;
    return `${moment(plannedDay)}${clock}`;
  };
  const fact = (label: string, text: string | null) =>
    text === null || text === '' ? [] : [{ label, text: toLine(text) }];
  const wasAt = before === null ? null : timeOf(before);
  return {
    what,
    customer,
    time: timeOf(visit),
    facts: [
      ...fact(texts.labels.planned, timeOf(visit)),
      ...(wasAt === null || wasAt === timeOf(visit) ? [] : fact(texts.visit.before, wasAt)),
      ...fact(texts.labels.customer, customer),
      ...fact(texts.labels.place, visit.place),
      ...fact(texts.labels.who, visit.assignee ?? texts.noAssignee),
      ...fact(texts.labels.device, visit.devices.map(({ serial, model }) => joined(serial, model)).join(', ')),
    ],
  };
}

function toTokenEnds(message: Of<'tokenEnds'>, words: MessageWords): Body {
  const { texts, fill, moment } = words;
  const { begins, maker, ofOrganisation, portal } = message;
  const name = toLine(message.tokenName, 80);
  const time = moment(message.endsAt);
  return {
    subject: fill(texts.subject.tokenEnds, { name, time }),
    paragraphs: [fill(ofOrganisation ? texts.tokenOfOrganisationEnds : texts.tokenEnds, { name, begins, maker, time })],
    action: actionTo(texts.openTokens, toTokensLink(portal, ofOrganisation)),
  };
}

function toClose({ close, portal }: Of<'close'>, { texts, fill }: MessageWords): Body {
  const { closes } = texts;
  if (close.type === 'ahead') {
    const { closeId, lastDay, lines, stops } = close;
    const name = toLine(close.name, 80);
    return {
      subject: fill(stops === 0 ? closes.aheadReady : closes.aheadStops, { name, stops }),
      paragraphs: [fill(stops === 0 ? closes.aheadNothing : closes.ahead, { day: lastDay, lines, stops })],
      action: actionTo(closes.open, toCloseLink(portal, closeId)),
    };
  }
  if (close.type === 'file') {
    const { closeId, lastDay, lines, isTest, hash, runId, linkUntil } = close;
    const name = toLine(close.name, 80);
    return {
      subject: fill(isTest ? closes.testFile : closes.file, { name, lines }),
      paragraphs: [
        fill(linkUntil === null ? closes.attached : closes.linked, { day: lastDay, until: linkUntil ?? '' }),
        ...(isTest ? [closes.isTest] : []),
        fill(closes.hash, { hash }),
      ],
      action:
        linkUntil === null
          ? actionTo(closes.open, toCloseLink(portal, closeId))
          : actionTo(closes.fetch, toCloseFileLink(portal, closeId, runId)),
    };
  }
  const { closeId, name, firstDay, lastDay, zone, lines, corrections, estimated, leftOut, hash } = close.data.close;
  return {
    subject: fill(closes.closed, { name: toLine(name, 80), lines: lines + corrections }),
    paragraphs: [
      ...(close.data.test ? [closes.isTest] : []),
      fill(closes.period, { from: firstDay, to: lastDay, zone }),
      fill(closes.counts, { lines, corrections, estimated, leftOut }),
      fill(closes.hash, { hash }),
    ],
    action: actionTo(closes.open, toCloseLink(portal, closeId)),
  };
}

function toFooter({ subscription, portal }: Message, { zone }: MessageForm, { texts, fill }: MessageWords) {
  const zoned = fill(texts.zone, { zone });
  if (subscription === null) return { lines: [texts.noReason, zoned], links: [] };
  return {
    lines: [fill(texts.reason, { name: toLine(subscription.name, 80) }), zoned],
    links: [actionTo(texts.change, toDeliveryLink(portal)), actionTo(texts.stop, subscription.stopUrl)],
  };
}
