import { dayMs } from '@platen/contract/constants';
import type { WorkState } from '@platen/contract/worklist-names';
import type { WorkTime } from './calendar.ts';
import { type Call, decideAction, spanOfCall } from './condition-actions.ts';
import { nextTimer, type Timer } from './condition-timers.ts';
import { beginCondition, ended, type FollowedCondition, notResolved, toReplayed } from './followed-condition.ts';
import type { Action, Instant, ReplayedCondition, ServerChange, Span } from './model.ts';
import type { Event, Past } from './replay.ts';
import { targetOf } from './transitions.ts';

/** Days within which the same matter is the same condition (WL-34, WL-36). */
export const regressionDays = 30;
/** Openings within a time that make an identity flickering (WL-41). */
export const flickering = { openings: 3, ms: 7 * dayMs };

/** Follows the table of transitions for one identity, event by event. */
export class ConditionMachine {
  readonly #past: Past;
  readonly #time: WorkTime;
  readonly #chain: FollowedCondition[] = [];
  /** When it opened or came back, for flickering. */
  #openings: Instant[] = [];
  /** The span that is active, or the last one. */
  #span: Span | null = null;
  /** Since when the signal is gone for its clear delay; null: it is active. */
  #closedAt: Instant | null = null;
  #isRetired = false;
  readonly #openTimes: [from: Instant, to: Instant | null][] = [];

  constructor(past: Past, time: WorkTime) {
    this.#past = past;
    this.#time = time;
  }

  handle(event: Event): void {
    const { at } = event;
    switch (event.type) {
      case 'span':
        this.#span = event.span;
        this.#closedAt = null;
        this.#activate(at);
        break;
      case 'close':
        this.#closedAt = at;
        this.#settle(at);
        break;
      case 'worse':
        this.#worsen(at);
        break;
      case 'proof':
        this.#reopenDisprovedFix(at, event.since);
        break;
      case 'release':
        this.#release(at);
        break;
      case 'action':
        this.#act(event.action);
        break;
      case 'retired':
        this.#retire(at);
        break;
    }
  }

  /** The condition that may still change: the last one, also while it is resolved. */
  get #last(): FollowedCondition | undefined {
    return this.#chain.at(-1);
  }

  #isHeldAt = (at: Instant): boolean =>
    this.#past.holds.some(({ from, until }) => from <= at && (until === null || until > at));

  #activate(at: Instant): void {
    if (this.#isRetired) return;
    const last = this.#last;
    if (last !== undefined && last.work !== 'resolved') {
      last.span = this.#span;
      if (last.goneByItself) this.#change(last, at, 'returned', { goneByItself: false });
      return;
    }
    const isHeld = this.#isHeldAt(at);
    if (last === undefined || !this.#isRecent(last, at)) {
      this.#begin(at, isHeld);
      return;
    }
    if (last.resolution === 'notAProblem') {
      last.span = this.#span;
      last.seenAgain++;
    } else if (!isHeld) this.#comeBack(last, at);
  }

  #isRecent = ({ resolvedAt }: FollowedCondition, at: Instant): boolean =>
    resolvedAt !== null && at - resolvedAt <= regressionDays * dayMs;

  #begin(at: Instant, isHeld: boolean): void {
    const condition = beginCondition(at, this.#span, isHeld);
    this.#chain.push(condition);
    if (isHeld) return;
    this.#openTimes.push([at, null]);
    condition.transitions.push({ at, change: 'opened', from: null, to: 'open' });
    this.#countOpening(condition, at);
  }

  #comeBack(condition: FollowedCondition, at: Instant): void {
    condition.span = this.#span;
    const isChanged = this.#change(condition, at, 'cameBack', {
      regressions: condition.regressions + 1,
      freshAt: at,
      enteredAt: at,
      ...notResolved,
    });
    if (isChanged) this.#countOpening(condition, at);
  }

  #countOpening(condition: FollowedCondition, at: Instant): void {
    this.#openings = [...this.#openings.filter((one) => one > at - flickering.ms), at];
    if (this.#openings.length >= flickering.openings) condition.chattering = true;
  }

  /** A step of the server by the table; false: it is not possible in this state. */
  #change(
    condition: FollowedCondition,
    at: Instant,
    change: ServerChange,
    more: Partial<FollowedCondition> = {},
  ): boolean {
    const from = condition.work;
    const to = targetOf(from, change, condition.stateBeforeSnooze);
    if (to === undefined) return false;
    Object.assign(condition, more);
    this.#enter(condition, to, at);
    condition.transitions.push({ at, change, from, to });
    return true;
  }

  #enter(condition: FollowedCondition, to: WorkState, at: Instant): void {
    if (to === condition.work) return;
    const last = this.#openTimes.at(-1);
    if (condition.work === 'resolved') this.#openTimes.push([at, null]);
    else if (to === 'resolved' && last !== undefined) last[1] ??= at;
    if (condition.work === 'snoozed') condition.snooze = null;
    condition.work = to;
    condition.enteredAt = at;
  }

  /** What follows from a signal that is gone (WL-29, WL-30). */
  #settle(at: Instant): void {
    const last = this.#last;
    if (last === undefined || last.work === 'resolved' || this.#closedAt === null) return;
    if (last.isHeld && last.work === 'open') {
      this.#chain.pop();
      return;
    }
    if (last.work === 'planned') {
      if (!last.goneByItself) this.#change(last, at, 'goneByItself', { goneByItself: true });
    } else if (!last.chattering || this.#span?.isRuleChanged === true) this.#resolveByDevice(last, at);
  }

  #resolveByDevice(condition: FollowedCondition, at: Instant): void {
    const resolution = this.#span?.isRuleChanged === true ? 'ruleChanged' : 'device';
    this.#change(condition, at, 'cleared', { resolution, resolvedAt: at, ...ended });
  }

  #worsen(at: Instant): void {
    const last = this.#last;
    if (last === undefined || at < last.openedAt || this.#closedAt !== null) return;
    if (last.work === 'resolved') {
      if (last.resolution === 'notAProblem' && !this.#isHeldAt(at)) {
        this.#comeBack(last, at);
        last.worseAt = at;
      }
      return;
    }
    // A snooze to a day outlasts it.
    if (last.snooze?.untilWorse !== false) this.#change(last, at, 'worse', { worseAt: at, freshAt: at });
  }

  #reopenDisprovedFix(at: Instant, since: Instant): void {
    const last = this.#last;
    const { resolution } = last ?? {};
    const isFixed = resolution === 'fixed' || resolution === 'visit' || resolution === 'ticket';
    const isSame = this.#span !== null && this.#span.from <= since && this.#closedAt === null;
    if (last !== undefined && isFixed && last.resolvedAt === since && isSame && !this.#isHeldAt(at))
      this.#comeBack(last, at);
  }

  #release(at: Instant): void {
    const last = this.#last;
    if (this.#isHeldAt(at) || this.#closedAt !== null || this.#span === null) return;
    if (last?.isHeld === true && last.work !== 'resolved') {
      const isNew = last.work === 'open';
      const from = last.work;
      last.isHeld = false;
      this.#openTimes.push([at, null]);
      if (isNew) {
        Object.assign(last, { openedAt: at, enteredAt: at, freshAt: at });
        last.transitions.push({ at, change: 'opened', from: null, to: 'open' });
        this.#countOpening(last, at);
      } else last.transitions.push({ at, change: 'released', from, to: from });
      return;
    }
    const resolvedAt = last?.resolvedAt ?? Infinity;
    const isActiveSince = resolvedAt < (this.#span.openAt ?? at);
    if (isActiveSince && last?.resolution !== 'notAProblem') this.#activate(at);
  }

  #retire(at: Instant): void {
    this.#isRetired = true;
    const last = this.#last;
    if (last === undefined || last.work === 'resolved') return;
    this.#change(last, at, 'retired', { resolution: 'retired', resolvedAt: at, ...ended });
  }

  #act(action: Action): void {
    const { at } = action;
    const last = this.#last;
    const isFinal = last === undefined || (last.work === 'resolved' && !this.#isRecent(last, at));
    if (action.action === 'call') {
      this.#call(action, isFinal);
      return;
    }
    const step = isFinal ? undefined : decideAction(last, action);
    if (last === undefined || step === undefined) return;
    this.#enter(last, step.to, at);
    Object.assign(last, step.changes);
    // What another system holds open stays open, whatever the device reported before.
    if (step.to !== 'resolved' && action.action !== 'ticketReopened') this.#settle(at);
  }

  /** Each call is a sighting: it opens the condition, adds to it, or brings it back. */
  #call(call: Call, isFinal: boolean): void {
    this.#span = spanOfCall(call);
    this.#closedAt = null;
    const last = this.#last;
    if (last === undefined || isFinal) this.#begin(call.at, false);
    else if (last.work === 'resolved') this.#comeBack(last, call.at);
    else last.span = this.#span;
  }

  /** The next step that time alone takes. */
  timer(): Timer | undefined {
    const last = this.#last;
    if (last === undefined || last.work === 'resolved') return undefined;
    return nextTimer(last, { closedAt: this.#closedAt, clearedAt: this.#span?.clearedAt ?? null }, this.#time);
  }

  elapse({ at, change }: Timer): void {
    const last = this.#last;
    if (last === undefined) return;
    if (change === 'cleared') this.#resolveByDevice(last, at);
    else if (change === 'overdue') this.#change(last, at, change, { overdue: true });
    else if (change === 'forgotten') this.#change(last, at, change, { forgotten: true });
    else this.#change(last, at, change);
    this.#settle(at);
  }

  /** The conditions of the identity at an instant, oldest first. */
  toChain(now: Instant): ReplayedCondition[] {
    return this.#chain.map((condition) => toReplayed(condition, now));
  }

  /** Times in which it was open for the people: neither resolved nor held. */
  openTimes(): readonly (readonly [from: Instant, to: Instant | null])[] {
    return this.#openTimes;
  }
}
