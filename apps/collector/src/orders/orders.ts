import { type CollectorCommand, commandLimits } from '@platen/contract/collector-commands';
import { toErrorMessage } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { hourMs } from '../platform/time.ts';
import { addToOrderLog } from '../remote/order-log.ts';
import { carryOut, type Workshop } from './carry-out.ts';

export interface OrderResult {
  readonly id: string;
  readonly state: 'done' | 'failed' | 'refused';
  readonly text: string;
}

export interface OrdersOptions {
  /** Kinds that the file of this collector allows (CF-31). */
  readonly allowed: readonly string[];
  readonly openWorkshop: () => Workshop;
  /** Sends a result; throws what the network does. */
  readonly send: (result: OrderResult) => Promise<void>;
  /** File of the orders that were carried out or refused. */
  readonly path: string;
  readonly log: Log;
  /** Removes what is secret here from a result. */
  readonly redact: (text: string) => string;
}

/** However many a server asks for. */
const mostAnHour = 60;

/**
 * Carries out what people ask for in the portal (CF-30): one after the other, each once, each a line in
 * the log and in `status` with who asked. A result that cannot be sent is sent after the next status.
 */
export class Orders {
  readonly #options: OrdersOptions;
  readonly #taken = new Set<string>();
  readonly #unsent: OrderResult[] = [];
  #times: number[] = [];
  #queue: Promise<void> = Promise.resolve();

  constructor(options: OrdersOptions) {
    this.#options = options;
  }

  /** Begins with those that are new. */
  take(orders: readonly CollectorCommand[]): void {
    for (const order of orders.slice(0, commandLimits.waiting)) {
      if (this.#taken.has(order.id)) continue;
      this.#taken.add(order.id);
      this.#queue = this.#queue.then(() => this.#carryOut(order));
    }
    for (const oldest of this.#taken) {
      if (this.#taken.size <= 1000) break;
      this.#taken.delete(oldest);
    }
    this.#queue = this.#queue.then(() => this.#sendAll());
  }

  /** Resolves when nothing is at work. */
  async end(): Promise<void> {
    await this.#queue;
  }

  async #carryOut(order: CollectorCommand): Promise<void> {
    const { allowed, openWorkshop, log, path, redact } = this.#options;
    const { id, kind, addresses, by, reason } = order;
    const now = Date.now();
    this.#times = this.#times.filter((at) => now - at < hourMs);
    const isTooMany = this.#times.length >= mostAnHour;
    if (!isTooMany) this.#times.push(now);
    const outcome = isTooMany
      ? { state: 'refused' as const, text: `more than ${mostAnHour} commands within an hour` }
      : await carryOut(order, allowed, openWorkshop());
    const what = [toLine(kind), ...addresses.slice(0, 5).map(toLine)].join(' ');
    log.info(`command of the portal ${outcome.state}: ${what}, asked by ${toLine(by)}: ${toLine(reason)}`);
    const line = { at: new Date().toISOString(), kind, addresses, by, reason, state: outcome.state };
    await addToOrderLog(path, line).catch((error: unknown) =>
      log.warn(`a command cannot be noted in ${path}: ${toErrorMessage(error)}`),
    );
    const text = redact(outcome.text);
    this.#unsent.push({ id, state: outcome.state, text: toFitting(text) });
    await this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    while (this.#unsent[0] !== undefined) {
      try {
        await this.#options.send(this.#unsent[0]);
        this.#unsent.shift();
      } catch (error) {
        this.#options.log.warn(`the result of a command cannot be sent: ${toErrorMessage(error)}`);
        if (this.#unsent.length > commandLimits.waiting) this.#unsent.shift();
        return;
      }
    }
  }
}

/** One line of the log, whatever was typed. */
const toLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);

/** Half of what the server takes: characters may be escaped or longer than one byte on the way. */
const toFitting = (text: string): string =>
  text.length <= commandLimits.resultBytes / 2
    ? text
    : `${text.slice(0, commandLimits.resultBytes / 2)}\n(cut: too long to be sent)`;

/** Removes known secrets, and what has the form of a user with password in a URL. */
export function createRedaction(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets.filter((secret) => secret.length >= 4 && secret !== 'public'))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) =>
    known
      .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
      .replaceAll(/(:\/\/)[^\s/@:]+:[^\s/@]+@/g, '$1[secret]@');
}
