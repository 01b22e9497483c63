import { inspect } from 'node:util';
import type { SnmpVersion } from './message.ts';
import type { Endpoint } from './transport.ts';
import type { Engine } from './usm/engine.ts';
import type { AuthProtocol, PrivProtocol } from './usm/protocols.ts';

/** A password. No log, report, error or JSON text contains it; only `reveal` returns it. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return '(secret)';
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/**
 * Access to a device: by community (RFC 1157, RFC 1901) or as a user (RFC 3414). Lists of these are tried in
 * order.
 */
export type Access = CommunityAccess | UserAccess;

export interface CommunityAccess {
  kind: 'community';
  community: string;
  /** Tried in this order. */
  versions: readonly SnmpVersion[];
}

/**
 * Without `auth` noAuthNoPriv, with `auth` alone authNoPriv, with both authPriv; `priv` without `auth` does
 * not occur.
 */
export interface UserAccess {
  kind: 'user';
  userName: string;
  auth?: { protocol: AuthProtocol; password: Secret };
  priv?: { protocol: PrivProtocol; password: Secret };
  /** RFC 3411 section 3.3.3; '' is the default context. */
  contextName: string;
}

/** A community, with v2c first, then v1 if there is no answer. */
export const byCommunity = (community: string): CommunityAccess => ({
  kind: 'community',
  community,
  versions: ['2c', '1'],
});

/** Access that worked the last time, so that the next reading starts with it. */
export type Known =
  | { access: Extract<Access, { kind: 'community' }> }
  | { access: Extract<Access, { kind: 'user' }>; engine: Engine; contextName: string };

/** More devices than one collector reads; beyond it the oldest entry is dropped. */
const mostKnown = 20_000;

/** Lives as long as the collector: one memory for all its rounds. */
export class DeviceMemory {
  readonly #known = new Map<string, Known>();

  get(endpoint: Endpoint): Known | undefined {
    return this.#known.get(toKey(endpoint));
  }

  set(endpoint: Endpoint, known: Known): void {
    const key = toKey(endpoint);
    this.#known.delete(key);
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }

  forget(endpoint: Endpoint): void {
    this.#known.delete(toKey(endpoint));
  }
}

const toKey = ({ address, port }: Endpoint): string => `${address} ${port}`;
