import type { Endpoint } from '@platen/contract/endpoint';
import { inEnglish, toIssues } from '@platen/contract/issues';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { basicChallenge, basicToBearer, toRateKey } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import { hourMs } from '../base/time.ts';
import { isApiToken } from '../identity/api-token.ts';
import { type Collector, readCollector } from '../identity/collector-scope.ts';
import { hasAgreed, requireRight, type SignedInUser, toLatestTerms } from '../identity/signed-in-user.ts';
import { answerCall, toCallName } from './read-places.ts';
import { FileAnswer, sendFile, sendJson } from './send.ts';

type Schema = z.ZodMiniType;

/** What a handler gets: everything already checked. */
export interface Call<P extends Schema, Q extends Schema, B extends Schema> {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly request: FastifyRequest;
  /** Aborts when the client goes away or the call was given up: work for the answer may stop. */
  readonly signal: AbortSignal;
}

/** An answer with headers. */
export class Answer<T> {
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;
  constructor(value: T, headers: Readonly<Record<string, string>>) {
    this.value = value;
    this.headers = headers;
  }
}

/** The work goes on as a job (GE-13): answered with 202 by endpoints that may take long. */
export class Accepted {
  readonly jobId: string;
  constructor(jobId: string) {
    this.jobId = jobId;
  }
}

type Result<A extends Schema> = Promise<z.output<A> | Answer<z.output<A>> | FileAnswer | Accepted>;
interface ServeOptions {
  /** Largest body in bytes, as it comes over the wire. */
  bodyLimit?: number;
  /** Of a user's call: how many sessions of the store it may hold at once. Default: 1. */
  places?: number;
  /** The answer is a file, which may take as long as its client reads. The store limits its preparation. */
  isFile?: boolean;
}

/** Fastify's limit of a call counts until the last byte is sent and cannot be switched off for a route. */
const longestDownloadMs = 24 * hourMs;

/**
 * Serves an endpoint for signed-in users: token, rate, terms, input, concurrent calls and answer are all
 * handled here.
 */
export function serve<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: (call: Call<P, Q, B> & { readonly user: SignedInUser }) => Result<A>,
  options: ServeOptions = {},
): void {
  if (endpoint.access !== 'user') throw new Error(`${endpoint.path} is not for users`);
  const { platform } = app;
  const isFile = options.isFile === true;
  platform.handlers.set(toCallName(endpoint), { run: handler });
  register(
    app,
    endpoint,
    options,
    (request) => admit(app, request, endpoint),
    async (call) => {
      const { user } = call.request;
      if (!user) throw new Error('no user on an admitted call');
      const leave = await platform.limits.userCalls.enter(
        user.tokenId ?? user.userId,
        options.places ?? 1,
        call.signal,
      );
      const called = { ...call, user: { ...user, requestId: call.request.id } };
      try {
        return await answerCall({ platform, endpoint, isFile, call: called, atPrimary: () => handler(called) });
      } finally {
        leave();
      }
    },
  );
}

/** Serves an endpoint for collectors and reporting devices, which have their own keys. */
export function serveCollector<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: (call: Call<P, Q, B> & { readonly collector: Collector }) => Result<A>,
  options: ServeOptions = {},
): void {
  if (endpoint.access !== 'collector') throw new Error(`${endpoint.path} is not for collectors`);
  register(
    app,
    endpoint,
    options,
    (request) => admitCollector(app, request),
    (call) => {
      const { collector } = call.request;
      if (!collector) throw new Error('no collector on an admitted call');
      return handler({ ...call, collector });
    },
  );
}

/** Serves an endpoint for who has a code and nothing else; tries are few, whatever their result (CF-02). */
export function serveCode<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: (call: Call<P, Q, B>) => Result<A>,
  options: ServeOptions = {},
): void {
  if (endpoint.access !== 'code') throw new Error(`${endpoint.path} is not for codes`);
  const admit = async ({ ip }: FastifyRequest) => {
    const { enrolments, allEnrolments } = app.platform.limits;
    const wait = enrolments.take(toRateKey(ip)) || allEnrolments.take('');
    if (wait > 0) throw new Refusal(203001, 'too many tries with codes', { retryAfter: wait });
  };
  register(app, endpoint, options, admit, handler);
}

function register<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  options: ServeOptions,
  admit: (request: FastifyRequest) => Promise<void>,
  handler: (call: Call<P, Q, B>) => Promise<unknown>,
): void {
  const { platform } = app;
  const checkAnswers = platform.settings.environment !== 'production';
  platform.endpoints.push(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    ...(options.isFile === true && { handlerTimeout: longestDownloadMs }),
    // Before the body: an unknown caller cannot make us read one.
    onRequest: async (request) => {
      if (platform.store.pool.waitingCount > platform.settings.queueLimit)
        throw new Refusal(203002, 'too many calls at once', { retryAfter: 2 });
      await admit(request);
    },
    handler: async (request, reply) => {
      const problems: string[] = [];
      const params = read(endpoint.params, request.params, '', problems);
      const query = read(endpoint.query, request.query, '', problems);
      const body = read(endpoint.body, request.body, 'body', problems);
      if (problems.length > 0) throw new Refusal(202001, problems);
      // Not the signal of the request: it aborts as soon as the body of a POST was read.
      const over = new AbortController();
      const giveUp = () => over.abort();
      reply.raw.once('close', giveUp);
      const result = await handler({ params, query, body, request, signal: over.signal });
      if (result instanceof FileAnswer) return sendFile(request, reply, result);
      // Nothing is left to stop, and an abort after each call costs the making of an error.
      reply.raw.off('close', giveUp);
      if (result instanceof Accepted)
        return sendJson(request, reply, {
          status: 202,
          value: { jobId: result.jobId },
          headers: { location: `/v1/jobs/${result.jobId}` },
        });
      const { value, headers } = result instanceof Answer ? result : { value: result, headers: undefined };
      if (checkAnswers) checkAnswer(endpoint, value);
      return sendJson(request, reply, { status: 200, value, headers });
    },
  });
}

/** Parses one part of a call; what is wrong goes to `problems` (at most 20 lines) as place and sentence. */
function read<T extends Schema>(schema: T | undefined, value: unknown, where: string, problems: string[]): z.output<T> {
  const parsed = schema?.safeParse(value, inEnglish);
  if (parsed && !parsed.success)
    problems.push(
      ...toIssues(parsed.error)
        .slice(0, 20)
        .map(({ path, message }) => `${path || where || 'address'}: ${message}`),
    );
  // An endpoint without this part has the type of any schema here, whose output is unknown.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (parsed?.success ? parsed.data : undefined) as z.output<T>;
}

function checkAnswer(endpoint: Endpoint, value: unknown): void {
  const checked = endpoint.answer.safeParse(value, inEnglish);
  if (!checked.success)
    throw new Error(`answer of ${endpoint.path} breaks the contract: ${JSON.stringify(toIssues(checked.error))}`);
}

/** Lets a person or an API token in; calls of spreadsheets ask for basic authentication instead. */
async function admit(app: FastifyInstance, request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const { headers } = request;
  if (endpoint.takesBasic === true) {
    if (headers.authorization === undefined)
      throw new Refusal(201004, 'an API token is needed, as password or bearer', basicChallenge);
    headers.authorization = basicToBearer(headers.authorization);
  }
  if (isApiToken(headers.authorization)) await admitToken(app, request, endpoint);
  else await admitUser(app, request, endpoint);
}

async function admitUser(
  app: FastifyInstance,
  request: FastifyRequest,
  { beforeTerms = false, right }: Pick<Endpoint, 'beforeTerms' | 'right'>,
): Promise<void> {
  const { identity, limits } = app.platform;
  const user = await countFailures(app, request, () => identity.authenticate(request.headers.authorization));
  request.user = user;
  const wait = limits.users.take(user.userId);
  if (wait > 0) throw new Refusal(203001, 'too many calls by this user', { retryAfter: wait });
  if (!beforeTerms && !hasAgreed(user)) {
    // The agreement may have been given a moment ago at another server: ask the store before refusing.
    const fresh = await identity.refresh(user);
    request.user = fresh;
    if (!hasAgreed(fresh)) throw new Refusal(200001, `terms of use ${toLatestTerms(fresh)} are not agreed to`);
  }
  if (right !== undefined) requireRight(request.user, right);
}

/**
 * A call with an API token: its scope must cover the endpoint, and it has a rate of its own (OA-30 to OA-32).
 */
async function admitToken(
  app: FastifyInstance,
  request: FastifyRequest,
  { tokenScope, right }: Pick<Endpoint, 'tokenScope' | 'right'>,
): Promise<void> {
  const { identity, limits } = app.platform;
  const { tokenId, user, scopes, ofOrganisation } = await countFailures(app, request, () =>
    identity.authenticateToken(request.headers.authorization, request.ip),
  );
  request.user = user;
  const wait = limits.tokens.take(tokenId);
  if (wait > 0) throw new Refusal(203001, 'too many calls with this API token', { retryAfter: wait });
  if (tokenScope === undefined) throw new Refusal(200002, 'API tokens may not make this call');
  if (!scopes.has(tokenScope)) throw new Refusal(200002, `this API token lacks the scope ${tokenScope}`);
  if (!ofOrganisation && !hasAgreed(user))
    throw new Refusal(200001, `its maker has not agreed to the terms of use ${toLatestTerms(user)}`);
  if (right !== undefined) requireRight(user, right);
}

async function admitCollector(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const { store, limits } = app.platform;
  const collector = await countFailures(app, request, () => readCollector(store, request.headers.authorization));
  request.collector = collector;
  const wait = limits.collectors.take(collector.collectorId);
  if (wait > 0) throw new Refusal(203001, 'too many deliveries with this key', { retryAfter: wait });
}

/** Guessing tokens or keys is slowed down by address; good ones are never counted. */
async function countFailures<T>(app: FastifyInstance, request: FastifyRequest, admit: () => Promise<T>): Promise<T> {
  try {
    return await admit();
  } catch (error) {
    if (!(error instanceof Refusal) || (error.status !== 401 && error.status !== 403)) throw error;
    const wait = app.platform.limits.failedTokens.take(toRateKey(request.ip));
    if (wait > 0) throw new Refusal(203001, 'too many failed calls from this address', { retryAfter: wait });
    throw error;
  }
}
