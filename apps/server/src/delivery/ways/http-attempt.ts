import { performance } from 'node:perf_hooks';
import type { AllowedDestinations } from '../../settings/webhook-allow.ts';
import { findDestination, RefusedDestination, type Resolve } from './destination.ts';
import { type PostResult, post } from './post.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Attempt } from './way.ts';

/** What ways over HTTP need of the server. */
export interface HttpOptions {
  /** PLATEN_WEBHOOK_ALLOW. */
  readonly allowed: AllowedDestinations;
  /** Instead of the operating system's resolver. */
  readonly resolve?: Resolve;
  /** Certificate authorities instead of the usual ones. */
  readonly ca?: string;
  /** Default: 15 s. */
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

/** One call of one try. */
interface HttpCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Checks the destination, posts and says what the try came to: 2xx is success, 410 is gone, all else fails
 * and is tried again (DE-18, DE-19, DE-28). A forged destination is given up at once.
 */
export async function attemptPost(call: HttpCall, options: HttpOptions, signal: AbortSignal): Promise<Attempt> {
  const started = performance.now();
  const timing = () => ({ duration: Math.round(performance.now() - started) });
  try {
    const destination = await within(
      findDestination(call.address, options.allowed, options.resolve),
      AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? 15_000)]),
    );
    const result = await post(destination, { ...options, headers: call.headers, body: call.body, signal });
    return toAttempt(result, timing().duration, (options.now ?? Date.now)());
  } catch (error) {
    if (!(error instanceof RefusedDestination)) throw error;
    const outcome = error.mayPass ? 'failed' : 'givenUp';
    return { outcome, reason: error.message, code: null, answer: null, ...timing() };
  }
}

/** A resolver cannot be stopped; it is no longer waited for. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new RefusedDestination('the name was not resolved in time', { mayPass: true }));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function toAttempt(result: PostResult, duration: number, now: number): Attempt {
  if (result.kind === 'failed') return { outcome: 'failed', reason: result.reason, code: null, answer: null, duration };
  const { status, text } = result;
  const common = { code: status, answer: text === '' ? null : text, duration };
  if (status >= 200 && status < 300) return { outcome: 'accepted', ...common };
  if (status === 410) return { outcome: 'gone', reason: 'the receiver says that the address is gone', ...common };
  const isRedirect = status >= 300 && status < 400;
  const reason = isRedirect ? `answered ${status}: redirects are not followed` : `answered ${status}`;
  const waitMs = readRetryAfter(result.retryAfter, now);
  return {
    outcome: 'failed',
    reason,
    ...common,
    ...(waitMs !== undefined && { retryAfter: Math.ceil(waitMs / 1000) }),
  };
}
