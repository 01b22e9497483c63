import { errorBody } from '@platen/contract/errors';
import * as z from 'zod/mini';
import { readJson, writeWhole } from '../platform/data-files.ts';
import type { Log } from '../platform/log.ts';

const denials = ['resting', 'revoked'] as const;
type Denial = (typeof denials)[number];

const standingFile = z.object({ format: z.literal(1), state: z.enum(denials), since: z.iso.datetime() });
export type Denied = Pick<z.infer<typeof standingFile>, 'state' | 'since'>;
export const standingFileName = 'standing.json';

/** Undefined: it may read. */
export async function readDenied(path: string): Promise<Denied | undefined> {
  const parsed = standingFile.safeParse(await readJson(path));
  return parsed.success ? { state: parsed.data.state, since: parsed.data.since } : undefined;
}

const refusal = z.extend(errorBody, { standing: z.enum(denials) });

/** What a refusal of the server says about this collector; undefined: something else. */
export function toDenial(status: number, body: unknown): Denial | undefined {
  if (status !== 403) return undefined;
  const parsed = refusal.safeParse(body);
  return parsed.success ? parsed.data.standing : undefined;
}

export const denialTexts: Readonly<Record<Denial, string>> = {
  resting: 'the server asks this collector to rest',
  revoked: 'the server has revoked the key of this collector',
};

/**
 * Whether this collector may read. One that rests or was revoked stops reading, keeps what it has and asks
 * once a day; nothing has to be installed again when it may go on (CF-03). Survives a restart.
 */
export class Standing {
  readonly #path: string;
  readonly #log: Log;
  #denied: Denied | undefined;
  #stop = new AbortController();
  #waiting = new Set<() => void>();

  private constructor(path: string, log: Log, denied: Denied | undefined) {
    this.#path = path;
    this.#log = log;
    this.#denied = denied;
    if (denied !== undefined) this.#stop.abort();
  }

  static async open(path: string, log: Log): Promise<Standing> {
    return new Standing(path, log, await readDenied(path));
  }

  get denied(): Denied | undefined {
    return this.#denied;
  }

  /** Aborted when reading has to stop. Another one after it may go on. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  async deny(state: Denial): Promise<void> {
    if (this.#denied?.state === state) return;
    this.#denied = { state, since: new Date().toISOString() };
    this.#stop.abort();
    this.#log.warn(`${denialTexts[state]}: it stops reading, keeps what it has, and asks once a day`);
    await this.#save();
  }

  async allow(): Promise<void> {
    if (this.#denied === undefined) return;
    this.#denied = undefined;
    this.#stop = new AbortController();
    this.#log.info('the server lets this collector go on');
    for (const wake of this.#waiting) wake();
    await this.#save();
  }

  /** Resolves when it may read, or on the signal. */
  async untilAllowed(signal: AbortSignal): Promise<void> {
    while (this.#denied !== undefined && !signal.aborted)
      await new Promise<void>((resolve) => {
        const done = () => {
          this.#waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        this.#waiting.add(done);
        signal.addEventListener('abort', done);
      });
  }

  /** A full disk must not keep it from obeying: then it asks after a restart. */
  async #save(): Promise<void> {
    const text = this.#denied === undefined ? '{}' : JSON.stringify({ format: 1, ...this.#denied });
    await writeWhole(this.#path, text).catch(() => undefined);
  }
}
