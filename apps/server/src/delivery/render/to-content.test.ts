import { messageLanguages } from '@platen/contract/channel-names';
import { conditionKinds } from '@platen/contract/worklist-names';
import { describe, expect, test } from 'vitest';
import { toMessage, toMessageItem } from '../../../test/messages.ts';
import type { Message, MessageCondition, MessageForm, MessageItem } from '../message.ts';
import { toLine } from './content.ts';
import { toMailHtml, toMailText } from './mail-body.ts';
import { toContent } from './to-content.ts';

const berlin: MessageForm = { language: 'en-us', zone: 'Europe/Berlin' };
const tokyo: MessageForm = { language: 'ja-jp', zone: 'Asia/Tokyo' };
const { items: _items, more: _more, kind: _kind, ...common } = { items: [], more: 0, ...toMessage() };
const item = toMessageItem();
const toCondition = (change: Partial<MessageCondition>): MessageCondition => ({ ...item.condition, ...change });
const subjectOf = (message: Message, form = berlin) => toContent(message, form).subject;

describe('messages in words', () => {
  test('DE-22: the subject names priority, customer, serial and headline, and what happened after the opening', () => {
    expect(subjectOf(toMessage())).toBe('P1 · Town Hall Ulverton · PMJY000284 · C371, device down');
    const cameBack = toMessageItem({ event: 'cameBack' });
    expect(subjectOf(toMessage({ items: [cameBack] }))).toBe(
      'P1 · Town Hall Ulverton · PMJY000284 · Came back: C371, device down',
    );
    expect(subjectOf(toMessage({ items: [cameBack] }), tokyo)).toContain('再発：C371');
    const several = toMessage({ items: [toMessageItem({ priority: 'P3' }), item], more: 3 });
    expect(subjectOf(several)).toBe('P1 · Town Hall Ulverton · 5 changes · C371, device down');
    expect(toContent(several, berlin).more).toBe('and 3 more');
  });

  test('DE-07: a reminder says that no user acknowledged', () => {
    const content = toContent({ ...toMessage(), kind: 'reminder' } as Message, berlin);
    expect(content.subject).toBe('P1 · Town Hall Ulverton · PMJY000284 · Not acknowledged: C371, device down');
    expect(content.paragraphs).toEqual(['This has not been acknowledged yet.']);
  });

  test('JN-01 DE-11: a digest names its day, what is new and what is open', () => {
    const digest = {
      ...common,
      kind: 'digest',
      why: 'time',
      items: [item, toMessageItem({ priority: 'P2' })],
      more: 4,
      open: 65,
      p1: 3,
      since: '2026-11-25T06:30:00.000Z',
    } as const;
    expect(subjectOf(digest)).toBe('Digest, Thursday: 6 new, 3 P1');
    expect(subjectOf(digest, tokyo)).toBe('木曜日のまとめ：新着6件、P1 3件');
    const content = toContent(digest, berlin);
    expect(content.paragraphs).toEqual(['65 rows are open, 3 of them P1.', 'New since Wed, 25 Nov 2026, 07:30:']);
    // P1 among the open rows, of which some are not new.
    expect(toContent({ ...digest, openP1: 9 }, berlin).paragraphs[0]).toBe('65 rows are open, 9 of them P1.');
    expect(content.items.map(({ link }) => link.href)).toHaveLength(2);
    expect(content.more).toBe('and 4 more');
    expect(subjectOf({ ...digest, items: [], more: 0 })).toBe('Digest, Thursday: 65 open');
  });

  test('DE-23 WL-19: of a call the message has what was written down', () => {
    const { condition } = toMessageItem();
    const called = {
      ...condition,
      kind: 'person',
      facts: { matter: 'noise', text: 'It rattles\nsince Friday.' },
    } as const;
    const message = { ...toMessage({ items: [toMessageItem({ condition: called })] }) };
    const why = toContent(message, berlin).items[0]?.facts.find(({ label }) => label === 'Why');
    expect(why?.text).toBe('The customer called. It rattles since Friday.');
  });

  test('DE-15: many at once are counted by kind and customer', () => {
    const summary = {
      ...common,
      kind: 'summary',
      count: 41,
      kinds: [{ kind: 'stopped', count: 36 }],
      customers: [
        { name: '三崎市立図書館', count: 36 },
        { name: null, count: 5 },
      ],
    } as const;
    const content = toContent(summary, berlin);
    expect(content.subject).toBe('41 matters opened at once: 36 at 三崎市立図書館');
    expect(content.lists.map(({ lines }) => lines)).toEqual([
      ['Silent devices: 36'],
      ['三崎市立図書館: 36', 'No customer: 5'],
    ]);
    // What rules opened stands by the name of the rule.
    const ofRules = [
      { kind: 'rule', name: 'No customer', count: 40 },
      { kind: 'down', count: 1 },
    ] as const;
    expect(toContent({ ...summary, kinds: ofRules }, berlin).lists[0]?.lines).toEqual([
      'Rule No customer: 40',
      'Down: 1',
    ]);
    // Of many customers the first are named: what is at the others is counted.
    const [, customers] = toContent({ ...summary, count: 49 }, berlin).lists;
    expect(customers?.lines).toEqual(['三崎市立図書館: 36', 'No customer: 5', 'and 8 more']);
  });

  test('DE-04 DE-05 DE-13 DE-19 AR-13: the messages of the server itself lead to what they are about', () => {
    const actionOf = (message: Message) => {
      const { subject, paragraphs, action } = toContent({ ...message, subscription: null }, berlin);
      return [subject, paragraphs.join(' '), action?.href];
    };
    expect(
      actionOf({
        ...common,
        kind: 'confirmation',
        confirmUrl: 'https://platen.example/confirm/x',
        until: '2026-12-03T07:00:00.000Z',
        by: 'Jonas Weber',
      }),
    ).toEqual([
      'Confirm this mail address',
      expect.stringMatching(/^Jonas Weber wants .* by Thu, 3 Dec 2026, 08:00\. Until then nothing else is sent/),
      'https://platen.example/confirm/x',
    ]);
    expect(actionOf({ ...common, kind: 'test', channelName: 'ERP {name}' })[1]).toContain('the channel ERP {name}.');
    const limit = { ...common, kind: 'limit', limit: 'hour', count: 20, until: '2026-11-26T08:00:00.000Z' } as const;
    expect(actionOf(limit)[0]).toBe('Further messages come together at 09:00');
    const failing = {
      ...common,
      kind: 'channelFailing',
      channelName: 'ERP',
      state: 'disabled',
      since: '2026-11-26T04:41:00.000Z',
    } as const;
    expect(actionOf(failing)).toEqual([
      'Channel ERP was switched off',
      expect.stringContaining('since Thu, 26 Nov 2026, 05:41'),
      'https://platen.example/rules/delivery',
    ]);
    const paused = { ...common, kind: 'rulePaused', ruleId: 'r-1', ruleName: 'Jams', count: 30 } as const;
    expect(actionOf(paused)[2]).toBe('https://platen.example/rules/r-1');
  });

  test('DE-23: what, since when, where, why, what to bring, who has it, and why the receiver gets it', () => {
    const none = { pieces: 1, name: null, number: null };
    const parts = [
      { ...none, item: '6342', isAsked: true, pieces: 2, number: '4409-F' },
      { ...none, item: 'toner.magenta', isAsked: true },
      { ...none, item: 'supply.waste', isAsked: false },
    ];
    const { items, footer } = toContent(toMessage({ items: [toMessageItem({ parts, assignee: 'Mori' })] }), berlin);
    expect(items[0]?.title).toBe('P1 · C371, device down');
    expect(items[0]?.facts.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Since: Thu, 26 Nov 2026, 08:01',
      'Device: PMJY000284 · Platen C5515',
      'Customer: Town Hall Ulverton · C-1004',
      'Place: 2nd floor, room 214',
      'Why: The device reports an error with which it does not work.',
      expect.stringMatching(/^Bring: Fuser.* 6342 × 2 \(4409-F\), Magenta toner$/),
      expect.stringMatching(/^Due within 8 weeks: .*[Ww]aste/),
      'Who has it: Mori',
    ]);
    expect(footer.lines).toEqual([
      'You get this because of the subscription Devices that are down.',
      'Times: Europe/Berlin',
    ]);
    expect(footer.links.map(({ href }) => href)).toEqual([
      'https://platen.example/rules/delivery',
      'https://platen.example/v1/subscriptions/c2VjcmV0/stop',
    ]);
  });

  test('AR-14 DE-23: a condition of a rule names the rule, what it does and its note', () => {
    const rule = { name: 'Jams of drawer 2', note: 'Clean the rollers first' };
    const facts = { rule: { ...rule, ruleId: '0196f0a0-0000-7000-8000-000000000099' } } as MessageCondition['facts'];
    const condition = toCondition({ kind: 'rule', subject: 'x', facts });
    const [first] = toContent(toMessage({ items: [toMessageItem({ condition })] }), berlin).items;
    expect(first?.facts.find(({ label }) => label === 'Why')?.text).toBe(
      'Rule Jams of drawer 2: Clean the rollers first',
    );
    const what = {
      tests: [
        {
          metric: 'jamRate',
          subject: 'CST2',
          comparison: 'above',
          value: 4,
          clear: 3,
          windowHours: 336,
          leastFeeds: 500,
        },
      ],
      openDelayMinutes: 0,
      clearDelayMinutes: 0,
    } satisfies MessageItem['rule'];
    const [second] = toContent(toMessage({ items: [toMessageItem({ condition, rule: what })] }), berlin).items;
    expect(second?.facts.find(({ label }) => label === 'Why')?.text).toMatch(
      /^Rule Jams of drawer 2: Opens when jams from .* exceed 4 per 1,000 sheets over 14 days.* Clean the rollers first$/,
    );
  });

  test.each(messageLanguages)(
    'TX-20 XC-01: every kind of condition can be written in %s; judged ones leave the decision',
    (language) => {
      const form = { language, zone: 'Asia/Tokyo' };
      for (const kind of conditionKinds) {
        const condition = toCondition({ kind, subject: 'drum.yellow', facts: {}, source: 'judgement' });
        const content = toContent(toMessage({ items: [toMessageItem({ condition, isJudged: true })] }), form);
        expect(content.items[0]?.notice).toMatch(/nothing has been ordered|注文・依頼はまだ/);
        for (const text of [toMailText(content), toMailHtml(content)]) expect(text).not.toMatch(/\{\w+|undefined|null/);
      }
    },
  );

  test('GE-08: every time is one of the zone of the channel, also around a change of clocks', () => {
    const sinceOf = (openedAt: string) =>
      toContent(toMessage({ items: [toMessageItem({ condition: toCondition({ openedAt }) })] }), berlin).items[0]
        ?.facts[0]?.text;
    expect(sinceOf('2026-10-25T00:30:00.000Z')).toBe('Sun, 25 Oct 2026, 02:30');
    expect(sinceOf('2026-10-25T01:30:00.000Z')).toBe('Sun, 25 Oct 2026, 02:30');
    expect(sinceOf('2026-10-25T02:30:00.000Z')).toBe('Sun, 25 Oct 2026, 03:30');
  });
});

test.each([
  ['a\r\nb\u2028c\0d\u202ee', 300, 'a b c d e'],
  ['  a  ', 300, 'a'],
  ['😀😀😀', 2, '😀…'],
  ['ab cd', 4, 'ab…'],
])('DE-22: %j in %d characters is %j', (text, longest, line) => {
  expect(toLine(text, longest)).toBe(line);
});
