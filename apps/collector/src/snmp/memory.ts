import type { Access } from './access.ts';
import type { Endpoint } from './transport.ts';
import type { Engine } from './usm/engine.ts';

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
