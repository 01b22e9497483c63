import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, Provider } from 'oidc-provider';
import { createRateLimit, toFullAddress, toLanguages, toRateKey } from '../../base/caller.ts';
import { Refusal } from '../../base/errors.ts';
import { type Settings, toAuthority } from '../../settings/settings.ts';
import { findAccount } from './accounts.ts';
import type { DevelopmentKeys } from './keys.ts';
import { registerMailbox } from './mailbox-routes.ts';
import { type Brand, toBrand, toExpiredPage, toSignInPage } from './pages.ts';
import { toBase, toConfiguration, toLogoutRedirects, usePublicAddress } from './provider.ts';
import type { StoredSessions } from './sessions.ts';

/** Wrong passwords that one address may type in a minute, for one account and for all. */
const attemptsPerMinute = { account: 10, address: 40 } as const;

/**
 * The development sign-in under `/identity/<tenant>/<policy>/v2.0`. Refuses to run together with an external
 * authority.
 */
export function registerDevelopmentProvider(
  app: FastifyInstance,
  settings: Settings,
  keys: DevelopmentKeys,
  sessions: StoredSessions,
): Provider {
  if (settings.authority !== undefined)
    throw new Error('the development sign-in never runs together with an external authority');
  const provider = new Provider(toAuthority(settings), toConfiguration(settings, keys, sessions));
  // The forwarded headers it then reads are our own, see `usePublicAddress`.
  provider.proxy = true;
  provider.on('server_error', (_context, error) => app.log.error({ err: error }, 'the development sign-in failed'));
  const base = toBase(settings);

  app.register(async (scope) => {
    usePublicAddress(scope, settings);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    registerEndSession(scope, settings, provider, base);
    scope.all(`${base}/*`, async (request, reply) => {
      // The provider reads the body and writes the answer itself; our headers go along.
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      // The provider derives its base path from the difference of the two addresses.
      Object.assign(request.raw, { originalUrl: request.url, url: request.url.slice(base.length) });
      await provider.callback()(request.raw, reply.raw);
    });
  });
  app.register(async (scope) => {
    usePublicAddress(scope, settings);
    registerInteraction(scope, settings, provider, base);
  });
  registerMailbox(app, settings);
  return provider;
}

interface Asked {
  brand: Brand;
  languages: string[];
}

/** The sign-in form and what it sends. */
function registerInteraction(scope: FastifyInstance, settings: Settings, provider: Provider, base: string): void {
  const accounts = createRateLimit(attemptsPerMinute.account);
  const addresses = createRateLimit(attemptsPerMinute.address);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  const readAsked = async (request: FastifyRequest, reply: FastifyReply): Promise<Asked | undefined> => {
    try {
      const { params } = await provider.interactionDetails(request.raw, reply.raw);
      // The portal says which language it shows; the browser's own come after it.
      const wanted = typeof params.ui_locales === 'string' ? params.ui_locales.split(' ') : [];
      const languages = [...wanted, ...toLanguages(request.headers['accept-language'])];
      return { brand: toBrand(params.redirect_uri), languages };
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  };
  const sendPage = (reply: FastifyReply, status: number, page: string) =>
    reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
  /** A signed-in user came back to the form by the Back button: the portal goes on where it is. */
  const sendExpired = async (request: FastifyRequest, reply: FastifyReply) => {
    const home = `${settings.publicUrl}${/[?&]brand=rdt(&|$)/.test(request.url) ? '/rdt' : ''}`;
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
    if (session.accountId !== undefined) return reply.redirect(`${home}/devicelist`, 303);
    return sendPage(reply, 410, toExpiredPage(toLanguages(request.headers['accept-language']), `${home}/login`));
  };

  scope.get(`${base}/interaction/:uid`, async (request, reply) => {
    const asked = await readAsked(request, reply);
    if (asked === undefined) return sendExpired(request, reply);
    return sendPage(reply, 200, toSignInPage({ ...asked, action: pathOf(request), name: '' }));
  });

  scope.post(`${base}/interaction/:uid`, async (request, reply) => {
    const asked = await readAsked(request, reply);
    if (asked === undefined) return sendExpired(request, reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const name = (form.get('name') ?? '').slice(0, 100);
    const page = { ...asked, action: pathOf(request), name };
    const key = toRateKey(request.ip);
    const wait = Math.max(addresses.take(key), accounts.take(`${key} ${name.trim().toLowerCase()}`));
    if (wait > 0) {
      request.refusedBecause = 'too many tries to sign in';
      reply.header('retry-after', String(wait));
      return sendPage(reply, 429, toSignInPage({ ...page, failure: { kind: 'tooMany', seconds: wait } }));
    }
    const account = findAccount(name, form.get('password') ?? '');
    if (!account) {
      request.refusedBecause = 'wrong name or password';
      return sendPage(reply, 401, toSignInPage({ ...page, failure: { kind: 'wrong' } }));
    }
    request.log.info(
      { subject: account.subject, ...toFullAddress(request.ip, settings.logAddresses) },
      'signed in at the development sign-in',
    );
    const next = await provider.interactionResult(
      request.raw,
      reply.raw,
      { login: { accountId: account.subject } },
      { mergeWithLastSubmission: false },
    );
    return reply.redirect(next, 303);
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? request.url;

/**
 * Sign-out in one step. The provider's own asks with a page that needs an inline script where its session is
 * gone (after a restart); here the session ends, with all its tokens, and the browser goes back if the
 * address is registered.
 */
function registerEndSession(scope: FastifyInstance, settings: Settings, provider: Provider, base: string): void {
  const registered = new Set(toLogoutRedirects(settings));
  scope.get<{ Querystring: Record<string, string | string[] | undefined> }>(
    `${base}/session/end`,
    async (request, reply) => {
      const { post_logout_redirect_uri: wanted, state } = request.query;
      if (wanted !== undefined && (typeof wanted !== 'string' || !registered.has(wanted)))
        throw new Refusal(202001, 'post_logout_redirect_uri: not registered');
      const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
      for (const { grantId } of Object.values(session.authorizations ?? {})) {
        if (grantId === undefined) continue;
        await provider.RefreshToken.revokeByGrantId(grantId);
        await (await provider.Grant.find(grantId))?.destroy();
      }
      await session.destroy();
      const target = new URL(wanted ?? `${settings.publicUrl}/login`);
      if (typeof state === 'string') target.searchParams.set('state', state);
      const name = provider.cookieName('session');
      return reply
        .header('cache-control', 'no-store')
        .header('set-cookie', [`${name}=; path=/; max-age=0; httponly`, `${name}.sig=; path=/; max-age=0; httponly`])
        .redirect(target.href, 303);
    },
  );
}
