import { requestTimeoutMs } from '@platen/contract/constants';
import type { Endpoint } from '@platen/contract/endpoint';
import type * as z from 'zod/mini';
import { browserTimeZone } from '../platform/environment.ts';
import { ApiFailure, toErrorState, toRefusal, toSilence } from '../platform/failure.ts';
import { createArea } from '../platform/state.ts';

export interface ApiSettings {
  /** Before every path (AP-01). */
  readonly base: string;
  /** Language tag of the texts wanted in answers. */
  readonly language: string;
  /** The access token, renewed if necessary; undefined without a signed-in user. */
  readonly readToken: () => Promise<string | undefined>;
}

type Schema = z.ZodMiniType;

export interface CallOptions<P extends Schema, Q extends Schema, B extends Schema> {
  /** Values of the path; a missing one is 'no device selected'. */
  readonly params?: { readonly [Name in keyof z.output<P>]?: z.output<P>[Name] | null | undefined };
  readonly query?: { readonly [Name in keyof z.output<Q>]?: z.output<Q>[Name] | undefined };
  readonly body?: z.input<B>;
  readonly signal?: AbortSignal | undefined;
  /** Names what a POST makes, so that a repetition makes nothing (GE-07). */
  readonly idempotencyKey?: string | undefined;
  /** Tag of an answer that is known: the server answers 304 while it still holds. */
  readonly knownTag?: string | undefined;
}

export interface Answer<T> {
  readonly data: T;
  /** Header has-more is exactly 'True' (OQ-34). */
  readonly hasMore: boolean;
  /** Header total-count, when it holds a whole number. */
  readonly totalCount: number | undefined;
}

let settings: ApiSettings | undefined;

export function configureApi(next: ApiSettings): void {
  settings = next;
}

/** A header's whole number; undefined for anything else. */
export function toCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function send(address: string, request: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    throw new ApiFailure(toSilence(thrown), { cause: thrown });
  }
}

/**
 * Body of an answer; undefined when it is not JSON. A connection that dies underway is a failure of the
 * network.
 */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    if (thrown instanceof SyntaxError) return undefined;
    throw new ApiFailure(toSilence(thrown), { cause: thrown });
  }
}

/**
 * Sends one call of the contract with the token, under a time-out unless `timeout` is another one. A refusal
 * is thrown as `ApiFailure` with the server's answer as its cause, and so is silence; a call given up by
 * `signal` throws what the browser threw. The body of the answer is unread.
 */
export async function request<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  endpoint: Endpoint<P, Q, B, A>,
  { params, query, body, signal, knownTag, idempotencyKey }: CallOptions<P, Q, B>,
  timeout: AbortSignal = AbortSignal.timeout(requestTimeoutMs),
): Promise<Response> {
  if (settings === undefined) throw new Error('the API client is not configured');
  const token = await settings.readToken();
  if (token === undefined) throw new ApiFailure(toErrorState(102002));
  const hasBody = body !== undefined;
  const response = await send(
    `${settings.base}${toPath(endpoint.path, params ?? {})}${toQuery(query ?? {})}`,
    {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: endpoint.answerTypes?.join() ?? 'application/json',
        'accept-language': settings.language,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(knownTag === undefined ? {} : { 'if-none-match': knownTag }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    },
    signal,
  );
  if (!response.ok && !(response.status === 304 && knownTag !== undefined)) {
    const cause = await readJson(response, signal);
    throw new ApiFailure(toRefusal(response.status, cause), { cause });
  }
  return response;
}

/**
 * Makes one call of the contract: token, time-out, answer checked by the call's own schema. A read that came
 * with a tag is kept in memory and asked for again by that tag, as no cache of the browser may store it
 * (docs/decisions/0132). Throws `ApiFailure` for whatever goes wrong, except that a call given up by `signal`
 * throws what the browser threw.
 */
export async function call<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  endpoint: Endpoint<P, Q, B, A>,
  options: CallOptions<P, Q, B> = {},
): Promise<Answer<z.output<A>>> {
  const key =
    endpoint.method === 'GET'
      ? `${settings?.language} ${toPath(endpoint.path, options.params ?? {})}${toQuery(options.query ?? {})}`
      : undefined;
  const known = key === undefined ? undefined : findKnown(key);
  const response = await request(endpoint, { ...options, knownTag: known?.tag });
  const isKnown = known !== undefined && response.status === 304;
  const body = isKnown ? known.body : await readJson(response, options.signal);
  if (body === undefined) throw new ApiFailure(toErrorState(102001, response.status));
  const checked = endpoint.answer.safeParse(body);
  if (!checked.success) throw new ApiFailure(toErrorState(103002, response.status), { cause: checked.error });
  if (key !== undefined && !isKnown) remember(key, response.headers.get('etag'), body);
  return {
    data: checked.data,
    hasMore: response.headers.get('has-more') === 'True',
    totalCount: toCount(response.headers.get('total-count')),
  };
}

/** Browsers take these for steps in a path (WHATWG URL, 4.4), escaped or not. */
const steps = new Set(['.', '..']);

/**
 * Path with its values set in. A device call without a device is 102003 and is not made (EH-14); so is one
 * whose value would lead to another address.
 */
export function toPath(pattern: string, values: object): string {
  const given = new Map<string, unknown>(Object.entries(values));
  return pattern.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = given.get(name);
    if (typeof value !== 'string' || value === '' || steps.has(value)) throw new ApiFailure(toErrorState(102003));
    return encodeURIComponent(value);
  });
}

/** `?a=1&b=2`, without what is not set; empty when nothing is. */
export function toQuery(values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>({ ...values })) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The body of an answer with the tag under which the server knows it (RFC 9110 section 8.8.3). */
interface KnownAnswer {
  readonly tag: string;
  readonly body: unknown;
}

/** Some screens' worth: a page of 100 devices is about 60 kB. */
const manyAnswers = 40;
const known = new Map<string, KnownAnswer>();

/** The answer last received for this key, if it came with a tag. */
const findKnown = (key: string): KnownAnswer | undefined => known.get(key);

/**
 * Remembers an answer with a tag; one without takes the earlier one away. The one received longest ago goes
 * first.
 */
function remember(key: string, tag: string | null, body: unknown): void {
  known.delete(key);
  if (tag === null) return;
  known.set(key, { tag, body });
  for (const oldest of known.keys()) {
    if (known.size <= manyAnswers) return;
    known.delete(oldest);
  }
}

/** Forgets all answers: at the end of a session, as they hold data of customers. */
export function forgetAnswers(): void {
  known.clear();
}

/**
 * The server refused a parameter. A proxy that answers an overload has no code of its own and counts as
 * 202001 too (EH-09), but with another status.
 */
const isRefused = (thrown: unknown): boolean =>
  thrown instanceof ApiFailure && thrown.state.errorCode === 202001 && thrown.state.statusCode === 422;

/** The browser's zone, once the server has refused it and answered the same call without one. */
const refusedZone = createArea<string | undefined>('refusedZone', undefined);

/**
 * A call for the browser's time zone. The server may not know a zone that is newer than its tables: it is
 * then asked without one, for days and times of UTC, and its answer names UTC. Further calls are asked
 * without a zone at once.
 */
export async function withZone<T>(ask: (timeZone: string | undefined) => Promise<T>): Promise<T> {
  const zone = browserTimeZone();
  if (zone === undefined || zone === refusedZone.get()) return ask(undefined);
  try {
    return await ask(zone);
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    // Where another parameter was refused, the call fails again.
    const answer = await ask(undefined);
    refusedZone.set(zone);
    return answer;
  }
}
