import type { MessageItem, MessagePart } from '../message.ts';
import { type ContentItem, toLine } from './content.ts';
import type { MessageWords } from './language.ts';
import { toRowLink } from './links.ts';

export const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter((part): part is string => part !== null && part !== undefined && part !== '')
    .map((part) => toLine(part))
    .join(' · ');

/** The parts of a subject that name where it is. */
export const toWhere = ({ place }: MessageItem): (string | null)[] => [
  place.customerName ?? place.customerNumber,
  place.serial ?? place.name,
];

/** The headline, with what happened unless it just opened. */
export function toWhat({ event, condition }: MessageItem, { texts, fill, headline }: MessageWords): string {
  const what = headline(condition);
  const isPlain = event === 'opened' || event === 'collector';
  return toLine(isPlain ? what : fill(texts.eventOf, { event: texts.events[event], what }));
}

/** One event of a message, as its receiver reads it (DE-23). */
export function toItem(item: MessageItem, portal: string, words: MessageWords): ContentItem {
  const { texts } = words;
  const { labels } = texts;
  const { place, condition, assignee, parts = [], event, isJudged } = item;
  const device = joined(place.serial, place.model);
  const fact = (label: string, text: string | null | undefined) => {
    const line = toLine(text ?? '');
    return line === '' ? [] : [{ label, text: line }];
  };
  return {
    title: joined(item.priority, toWhat(item, words)),
    facts: [
      ...fact(labels.event, event === 'opened' ? '' : `${texts.events[event]}, ${words.moment(item.at)}`),
      ...fact(labels.since, words.moment(condition.openedAt)),
      ...fact(place.entity === 'collector' ? labels.collector : labels.device, device === '' ? place.name : device),
      ...fact(labels.customer, joined(place.customerName, place.customerNumber)),
      ...fact(labels.place, place.description),
      ...fact(labels.why, toWhy(item, words)),
      ...toPartLines(parts, words).flatMap(({ label, text }) => fact(label, text)),
      ...fact(labels.planned, condition.plannedDay === null ? '' : words.moment(condition.plannedDay)),
      ...fact(labels.who, event === 'resolved' ? '' : (assignee ?? texts.noAssignee)),
    ],
    notice: isJudged || condition.source === 'judgement' ? texts.decide : undefined,
    link: { label: texts.open, href: toRowLink(portal, place.rowId) },
  };
}

/** Parts that a message names in a line; the rest is a number. */
const mostParts = 10;

/** What conditions ask to bring, and what is due within 8 weeks, a line each. */
export function toPartLines(
  parts: readonly MessagePart[],
  { texts, fill, part }: MessageWords,
): { readonly label: string; readonly text: string }[] {
  const line = (label: string, isAsked: boolean) => {
    const names = parts.filter((one) => one.isAsked === isAsked).map(part);
    const more = names.length > mostParts ? [fill(texts.more, { count: names.length - mostParts })] : [];
    return names.length === 0 ? [] : [{ label, text: [...names.slice(0, mostParts), ...more].join(', ') }];
  };
  return [...line(texts.labels.bring, true), ...line(texts.labels.soon, false)];
}

const longestText = 200;

/** The rule that opened it and what it does; the text of a call; or the sentence of the kind. */
function toWhy({ condition: { kind, facts }, rule: form }: MessageItem, words: MessageWords): string {
  const { texts, fill } = words;
  const { rule } = facts;
  // What the person who took a call wrote of it.
  if (kind === 'person' && facts.text !== undefined) return `${texts.why.person} ${toLine(facts.text, longestText)}`;
  if (kind !== 'rule' || rule === undefined) return texts.why[kind];
  const sentence = form === undefined ? undefined : words.rule(form);
  const name = toLine(rule.name, 80);
  const note = [sentence ?? '', toLine(rule.note)].filter(Boolean).join(' ');
  return note === '' ? fill(texts.ruleWhy, { name }) : fill(texts.ruleNote, { name, note });
}
