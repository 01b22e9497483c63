import type { Visit } from '../discover/round.ts';
import { isAmong, toTargetName } from '../discover/targets.ts';
import { type Failed, type RoundSeen, type Seen, toSeen } from './seen.ts';

/** Gathers what the visits of one round show, for what is known of devices. */
export class RoundLog {
  readonly #seen: Seen[] = [];
  readonly #failed: Failed[] = [];

  add({ target, site, outcome, notKept }: Visit): void {
    const address = toTargetName(target);
    const named = !target.searched && isAmong(site.spans, target);
    if (outcome.kind === 'notPrinter') return;
    if (outcome.kind !== 'printer') {
      this.#failed.push({ target: address, kind: outcome.kind, reason: outcome.reason, named });
      return;
    }
    const found = isAmong(site.spans, target) ? 'listed' : 'announced';
    this.#seen.push(toSeen(outcome.report, { address, site: site.name, found, noted: target.announced?.noted }));
    const reason = notKept ?? outcome.notes?.join('; ') ?? '';
    if (reason !== '')
      this.#failed.push({ target: address, kind: notKept === undefined ? 'incomplete' : 'notKept', reason, named });
  }

  /** `whole`: the round was not broken off. */
  toRound(at: Date, whole: boolean): RoundSeen {
    return { seen: this.#seen, failed: this.#failed, at: at.toISOString(), whole };
  }
}
