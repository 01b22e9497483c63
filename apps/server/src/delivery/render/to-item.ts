import type { MessageItem } from '../message.ts';
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
  const { place, condition, assignee, bring, event, isJudged } = item;
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
      ...fact(labels.bring, [...new Set(bring.map(words.bring))].join(', ')),
      ...fact(labels.planned, condition.plannedDay === null ? '' : words.moment(condition.plannedDay)),
      ...fact(labels.who, event === 'resolved' ? '' : (assignee ?? texts.noAssignee)),
    ],
    notice: isJudged || condition.source === 'judgement' ? texts.decide : undefined,
    link: { label: texts.open, href: toRowLink(portal, place.rowId) },
  };
}

/** The rule that opened it, what it does and its note; or the sentence of its kind. */
function toWhy({ condition: { kind, facts }, rule: form }: MessageItem, words: MessageWords): string {
  const { texts, fill } = words;
  const { rule } = facts;
  if (kind !== 'rule' || rule === undefined) return texts.why[kind];
  const sentence = form === undefined ? undefined : words.rule(form);
  const name = toLine(rule.name, 80);
  const note = [sentence ?? '', toLine(rule.note)].filter(Boolean).join(' ');
  return note === '' ? fill(texts.ruleWhy, { name }) : fill(texts.ruleNote, { name, note });
}
