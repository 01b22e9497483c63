import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { isFromThisMachine, toLanguages } from '../../base/caller.ts';
import { Refusal } from '../../base/errors.ts';
import { loopback } from '../../settings/kinds.ts';
import type { Settings } from '../../settings/settings.ts';
import { isMailboxOn, mailboxOf } from './mailbox.ts';
import { mailboxPath, toFramedHtml, toListPage, toMailPage } from './mailbox-pages.ts';

const ofPages =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Styles of mails stand in their elements; nothing is loaded, and nothing runs. */
const ofMails =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const parameters = z.object({ number: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) });

/**
 * Shows the mail of the demonstration to browsers of this machine, without sign-in. It is not there where a
 * mail server or an external authority is set.
 */
export function registerMailbox(app: FastifyInstance, settings: Settings): void {
  if (!isMailboxOn(settings)) return;
  const mailbox = mailboxOf(settings);
  const unknown = () => new Refusal(204001, 'nothing is served at this address');
  const find = (request: FastifyRequest) => {
    const parsed = parameters.safeParse(request.params);
    const entry = parsed.success ? mailbox.find(parsed.data.number) : undefined;
    if (entry === undefined) throw unknown();
    return entry;
  };
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!isFromThisMachine(request.raw) || !isOwnName(request.headers.host, settings)) throw unknown();
      reply
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'content-security-policy': ofPages });
    });
    const languagesOf = (request: FastifyRequest) => toLanguages(request.headers['accept-language']);
    scope.get(mailboxPath, async (request) => toListPage(mailbox.list(), languagesOf(request)));
    scope.get(`${mailboxPath}/:number`, async (request) => toMailPage(find(request), languagesOf(request)));
    scope.get(`${mailboxPath}/:number/html`, async (request, reply) => {
      reply.headers({ 'content-security-policy': ofMails, 'x-frame-options': 'SAMEORIGIN' });
      return toFramedHtml(find(request));
    });
  });
}

/** A page of another name that was made to lead to this machine (DNS rebinding) reads nothing here. */
function isOwnName(host: string | undefined, settings: Settings): boolean {
  const url = URL.parse(`http://${host ?? ''}`);
  return (
    url !== null &&
    (url.host === new URL(settings.publicUrl).host || loopback.test(url.hostname.replace(/^\[|\]$/g, '')))
  );
}
