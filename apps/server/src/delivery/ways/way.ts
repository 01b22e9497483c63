import type { ChannelKind } from '@platen/contract/channel-names';
import type { Message, MessageForm } from '../message.ts';

/** A channel with what its way needs to send. Never log it: it holds secrets. */
export interface SendingChannel extends MessageForm {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly name: string;
  /** In full. */
  readonly address: string;
  /** Of a webhook the secrets that sign, `whsec_…`, newest first (DE-26). */
  readonly secrets: readonly string[];
}

/** What a try came to. `accepted` says only that the other side took it (DE-17). */
export type Attempt = {
  /** Status of HTTP or reply code of SMTP; null: no answer. */
  readonly code: number | null;
  /** Milliseconds. */
  readonly duration: number;
  /** The first kilobyte of the answer; null: none. */
  readonly answer: string | null;
} & (
  | { readonly outcome: 'accepted' }
  /** Tried again later; `retryAfter`: seconds to wait at least, as the other side asked. */
  | { readonly outcome: 'failed'; readonly reason: string; readonly retryAfter?: number }
  /** No later try can succeed. */
  | { readonly outcome: 'givenUp'; readonly reason: string }
  /** The other side says that nothing is there any more (410): the channel is disabled. */
  | { readonly outcome: 'gone'; readonly reason: string }
);

/** A way out of the server. */
export interface Way {
  /**
   * Sends one message once. `deliveryId` stays the same in every try, so that receivers tell repeats. Never
   * throws for what the other side does; ends when the signal aborts.
   */
  send(channel: SendingChannel, message: Message, deliveryId: string, signal: AbortSignal): Promise<Attempt>;
}

/** Ways by kind; a kind that is missing cannot be sent by this server. */
export type Ways = Readonly<Partial<Record<ChannelKind, Way>>>;
