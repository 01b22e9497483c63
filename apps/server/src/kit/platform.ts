import type { Endpoint } from '@platen/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../base/rate-limit.ts';
import type { Collector } from '../identity/collector-key.ts';
import type { Identity } from '../identity/identity.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Settings } from '../settings/settings.ts';
import type { Connection } from '../store/connect.ts';
import type { Metrics } from './metrics.ts';
import type { UserCalls } from './user-calls.ts';

/** What every route may use; hangs on the Fastify instance as `app.platform`. */
export interface Platform {
  readonly settings: Settings;
  readonly store: Pick<Connection, 'db' | 'pool'>;
  readonly identity: Identity;
  readonly metrics: Metrics;
  readonly limits: {
    readonly users: RateLimit;
    readonly userCalls: UserCalls;
    readonly collectors: RateLimit;
    readonly failedTokens: RateLimit;
  };
  /** Every endpoint registered so far; OpenAPI is made of them. */
  readonly endpoints: Endpoint[];
  /** True from the moment shutdown begins. */
  draining: boolean;
  /** Answers with the portal's page; absent until the portal is registered. */
  showPortal?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform;
  }
  interface FastifyRequest {
    /** Who calls; set before the body is read. */
    user: SignedInUser | null;
    collector: Collector | null;
    /** The catalogue code of the refusal, for the log line. */
    refusedWith: number | null;
    /** Why, in the words of the refusal; for the log line. */
    refusedBecause: string | null;
  }
}
