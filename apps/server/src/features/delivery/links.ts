import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRateLimit, toRateKey } from '../../base/caller.ts';
import { escapeHtml, toPage } from '../../base/page.ts';
import type { Secrets } from '../../delivery/secrets.ts';
import { recordChange } from '../../store/audit.ts';
import { inTransaction } from '../../store/transactions.ts';
import { confirmationMs } from './channel-service.ts';

/** Calls of an address a minute: who guesses tokens gets nowhere, and is slow. */
const mostCalls = 30;

const texts = {
  'en-us': {
    stop: 'Stop these messages',
    ask: 'Stop the messages of this subscription to this channel?',
    stopped: 'The messages of this subscription are stopped. In the portal they can be switched on again.',
    confirm: 'Confirm this address',
    askConfirm: 'Shall messages about devices go to this mail address?',
    confirmed: 'The address is confirmed. Messages will go there.',
    gone: 'This link is not valid any more.',
  },
  'ja-jp': {
    stop: 'このメッセージを停止',
    ask: 'この配信先への、この購読のメッセージを停止しますか。',
    stopped: 'この購読のメッセージを停止しました。ポータルで再開できます。',
    confirm: 'このアドレスを確認',
    askConfirm: '機器に関するメッセージをこのメールアドレスに送信しますか。',
    confirmed: 'アドレスを確認しました。メッセージが送信されます。',
    gone: 'このリンクは無効です。',
  },
} as const;
type Key = keyof (typeof texts)['en-us'];

interface Link {
  readonly path: string;
  readonly title: Key;
  readonly question: Key;
  readonly done: Key;
  /** Whether the link is good; a press of the button does it. */
  readonly act: (token: string, isPressed: boolean, request: FastifyRequest) => Promise<boolean>;
}

/**
 * Links of mails that need no sign-in: stop a subscription (DE-24), confirm an address (DE-04). Opening one
 * shows a page with a button, as programs that look for malware open every link of a mail; the button, and
 * the one-click call of mail programs (RFC 8058), are a POST.
 */
export function registerLinks(app: FastifyInstance, secrets: Secrets): void {
  const { db } = app.platform.store;
  const callers = createRateLimit(mostCalls);

  const stop = async (token: string, isPressed: boolean, request: FastifyRequest): Promise<boolean> => {
    const id = secrets.idOf(token);
    const found =
      id === undefined
        ? undefined
        : await db
            .selectFrom('subscription')
            .select(['subscription_id', 'channel_id', 'stopped_at'])
            .where('subscription_id', '=', id)
            .executeTakeFirst();
    if (found === undefined || !secrets.isToken(token, 'stop', found.subscription_id, found.channel_id)) return false;
    if (!isPressed || found.stopped_at !== null) return true;
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable('subscription')
        .set({ stopped_at: new Date() })
        .where('subscription_id', '=', found.subscription_id)
        .execute();
      await trx
        .updateTable('channel')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('channel_id', '=', found.channel_id)
        .execute();
      await recordChange(trx, {
        actor: { link: request.id },
        action: 'channels stop',
        subject: `channel:${found.channel_id}`,
        detail: { subscription: found.subscription_id },
      });
    });
    return true;
  };

  const confirm = async (token: string, isPressed: boolean, request: FastifyRequest): Promise<boolean> => {
    const id = secrets.idOf(token);
    const found =
      id === undefined
        ? undefined
        : await db
            .selectFrom('delivery as d')
            .innerJoin('channel as c', 'c.channel_id', 'd.channel_id')
            .select(['d.delivery_id', 'd.at', 'c.channel_id', 'c.address', 'c.state'])
            .where('d.delivery_id', '=', id)
            .where('d.kind', '=', 'confirmation')
            .where('c.deleted_at', 'is', null)
            .executeTakeFirst();
    if (found === undefined || !secrets.isToken(token, 'confirm', found.delivery_id, found.address)) return false;
    if (found.at.getTime() + confirmationMs <= Date.now()) return false;
    if (!isPressed || found.state !== 'unverified') return true;
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable('channel')
        .set((eb) => ({ state: 'active', state_since: new Date(), version: eb('version', '+', 1) }))
        .where('channel_id', '=', found.channel_id)
        .where('state', '=', 'unverified')
        .execute();
      await recordChange(trx, {
        actor: { link: request.id },
        action: 'channels confirm',
        subject: `channel:${found.channel_id}`,
      });
    });
    return true;
  };

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // `List-Unsubscribe=One-Click`, or the button: the address says it all.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null));
    const links: readonly Link[] = [
      { path: '/v1/subscriptions/:token/stop', title: 'stop', question: 'ask', done: 'stopped', act: stop },
      {
        path: '/v1/channels/confirm/:token',
        title: 'confirm',
        question: 'askConfirm',
        done: 'confirmed',
        act: confirm,
      },
    ];
    for (const link of links)
      for (const method of ['GET', 'POST'] as const)
        scope.route<{ Params: { token: string } }>({
          method,
          url: link.path,
          handler: async (request, reply) => {
            const isTooFast = callers.take(toRateKey(request.ip)) > 0;
            const isPressed = method === 'POST';
            const isGood = !isTooFast && (await link.act(request.params.token, isPressed, request));
            return show(request, reply, link, isGood, isPressed);
          },
        });
  });
}

function show(request: FastifyRequest, reply: FastifyReply, link: Link, isGood: boolean, isPressed: boolean) {
  const language = /^\s*ja\b/i.test(request.headers['accept-language'] ?? '') ? 'ja-jp' : 'en-us';
  const words = texts[language];
  const sentence = words[isGood ? (isPressed ? link.done : link.question) : 'gone'];
  const button =
    isGood && !isPressed
      ? `<form method="post" class="sign-in"><button>${escapeHtml(words[link.title])}</button></form>`
      : '';
  return reply
    .status(isGood ? 200 : 404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(
      toPage({
        lang: language === 'ja-jp' ? 'ja-JP' : 'en-US',
        brand: 'platen',
        heading: words[link.title],
        main: `<div class="doc"><p>${escapeHtml(sentence)}</p></div>${button}`,
      }),
    );
}
