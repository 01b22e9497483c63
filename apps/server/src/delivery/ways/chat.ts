import { setTimeout as wait } from 'node:timers/promises';
import { fillMessage } from '@platen/catalogue/fill-message';
import { messages as english } from '@platen/catalogue/texts/en-us/messages';
import { messages as japanese } from '@platen/catalogue/texts/ja-jp/messages';
import type { Message, MessageForm } from '../message.ts';
import type { Content } from '../render/content.ts';
import { toSlackMessage } from '../render/slack-message.ts';
import { toTeamsMessage } from '../render/teams-card.ts';
import { toContent } from '../render/to-content.ts';
import { findAddressFault } from './channel-address.ts';
import { attemptPost, type HttpOptions } from './http-attempt.ts';
import { createPace } from './pace.ts';
import type { Attempt, Way } from './way.ts';

type ToBody = (content: Content, moreText: (count: number) => string, more: number) => string;

/** Messages to a channel of Teams by the address of a workflow (DE-30, DE-31). */
export const createTeamsWay = (options: HttpOptions): Way => createChatWay('teams', toTeamsMessage, options);

/** Slack takes one message a second on a channel (DE-30). */
const paceMs = 1000;
/** Longer waits are left to the next try. */
const longestWaitMs = 10_000;

/** Messages to a channel of Slack by an incoming webhook (DE-30, DE-31), at most one a second. */
export function createSlackWay(options: HttpOptions): Way {
  const way = createChatWay('slack', toSlackMessage, options);
  const pace = createPace(paceMs, longestWaitMs);
  return {
    async send(channel, message, deliveryId, signal) {
      const pause = pace(channel.address);
      if (pause === undefined)
        return {
          ...nothing,
          outcome: 'failed',
          reason: 'one message a second goes to Slack',
          retryAfter: longestWaitMs / 1000,
        };
      try {
        await wait(pause, undefined, { signal });
      } catch {
        return { ...nothing, outcome: 'failed', reason: 'stopped before it was sent' };
      }
      return way.send(channel, message, deliveryId, signal);
    },
  };
}

const nothing = { code: null, answer: null, duration: 0 } as const;

function createChatWay(kind: 'teams' | 'slack', toBody: ToBody, options: HttpOptions): Way {
  return {
    async send(channel, message, _deliveryId, signal): Promise<Attempt> {
      const fault = findAddressFault(kind, channel.address, options.allowed);
      if (fault !== undefined) return { ...nothing, outcome: 'givenUp', reason: fault };
      const content = toContent(message, channel);
      return attemptPost(
        {
          address: channel.address,
          headers: { 'content-type': 'application/json', 'user-agent': 'Platen' },
          body: toBody(content, moreTextOf(channel), moreOf(message)),
        },
        options,
        signal,
      );
    },
  };
}

const moreOf = (message: Message): number => ('more' in message ? message.more : 0);
const moreTextOf = ({ language }: MessageForm) => {
  const { more } = language === 'ja-jp' ? japanese : english;
  return (count: number) => fillMessage(more, { count }, language);
};
