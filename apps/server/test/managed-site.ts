import { setTimeout as wait } from 'node:timers/promises';

/** What a site's last whole round read. */
export interface SiteRound {
  readonly printers: number;
  readonly unread?: number;
}

/** A collector that is managed from the portal, as its calls show it to the server. */
export class ManagedSite {
  readonly id: string;
  readonly #url: string;
  readonly #key: string;
  #round: object | null = null;
  constructor({ id, url, key }: { readonly id: string; readonly url: string; readonly key: string }) {
    this.id = id;
    this.#url = url;
    this.#key = key;
  }

  async #send(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.#url}/v1/ingest/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#key}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${path} was refused: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  /** Sends a status; `round`: with a new whole round; `state`: what it made of the wanted settings. */
  async report({ round, state, level = 'manage' }: { round?: SiteRound; state?: string; level?: string } = {}) {
    // A round ends after the status before.
    await wait(3);
    const at = new Date().toISOString();
    if (round)
      this.#round = {
        startedAt: at,
        endedAt: at,
        targets: 1,
        printers: round.printers,
        notPrinters: 0,
        silent: 0,
        failed: 0,
        incomplete: 0,
        notKept: 0,
      };
    const wanted =
      state === undefined ? undefined : ((await this.#send('GET', 'settings')) as { number: number; hash: string });
    const problems = state === 'failed' ? [{ place: 'searchHours', reason: 'not here' }] : [];
    await this.#send('POST', 'status', {
      name: 'x',
      version: '1',
      host: 'pi',
      startedAt: '2026-11-01T00:00:00Z',
      sentAt: at,
      everyMs: 900_000,
      queue: { reports: 0, bytes: 0, refused: 0 },
      round: this.#round,
      failures: Array.from({ length: round?.unread ?? 0 }, (_, n) => ({
        target: `10.0.0.${n}`,
        kind: 'silent',
        reason: 'no answer',
        since: at,
      })),
      findings: [],
      remote: {
        level,
        ...(wanted && { judged: { number: wanted.number, hash: wanted.hash, state, problems } }),
      },
    });
  }
}
