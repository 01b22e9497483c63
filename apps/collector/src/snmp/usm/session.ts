import type { UserAccess } from '../access.ts';
import { type Ask, errorStatus, type Response } from '../message.ts';
import { exchange, type Line, type Pace, type Patience, type Session, toPatience } from '../session.ts';
import { toRequestId } from '../transport.ts';
import { toUserKeys, type UserKeys } from './crypt.ts';
import { Engine } from './engine.ts';
import type { UserMessage } from './message.ts';
import { encodeUserRequest, type ReportKind, toReason, type Verdict, verify } from './request.ts';

/** The result of a request: the answer, no answer, or a refusal. */
export type UserAnswer = Response | 'silent' | Refusal;
export interface Refusal {
  /** Undefined if no report named the reason. */
  report: ReportKind | undefined;
  reason: string;
}
export const isRefusal = (answer: UserAnswer): answer is Refusal => typeof answer === 'object' && 'reason' in answer;

const now = (): number => performance.now();

/**
 * The dialogue of one user with one device. Resynchronises with the device's clock at most once per request.
 */
export class UserSession implements Session {
  readonly version = '3';
  readonly access: UserAccess;
  readonly contextName: string;
  readonly #line: Line;
  readonly #pace: Pace;
  readonly #retries: number;
  #engine: Engine;
  #keys: UserKeys;
  #hasAnswered = false;

  constructor(
    line: Line,
    access: UserAccess,
    engine: Engine,
    pace: Pace,
    retries: number,
    contextName = access.contextName,
    keys = toUserKeys(access, engine.id),
  ) {
    this.#line = line;
    this.access = access;
    this.contextName = contextName;
    this.#pace = pace;
    this.#retries = retries;
    this.#engine = engine;
    this.#keys = keys;
  }

  get roundTripMs(): number | undefined {
    return this.#pace.roundTripMs;
  }

  get engine(): Engine {
    return this.#engine;
  }

  /** The same user of the same engine in another context. */
  inContext(name: string): UserSession {
    return new UserSession(this.#line, this.access, this.#engine, this.#pace, this.#retries, name, this.#keys);
  }

  async ask(ask: Ask, patienceMs?: number): Promise<Response | 'silent'> {
    const answer = await this.askForReason(ask, toPatience(this.#pace, this.#retries, patienceMs));
    return isRefusal(answer) ? 'silent' : answer;
  }

  /** The same, distinguishing a refusal from silence. */
  async askForReason(ask: Ask, patience: Patience): Promise<UserAnswer> {
    const corrected = new Set<ReportKind>();
    for (;;) {
      const verdict = await this.#exchange(ask, patience);
      if (verdict === undefined) return 'silent';
      if (verdict === 'too large') return { id: 0, errorStatus: errorStatus.tooBig, errorIndex: 0, varbinds: [] };
      if (verdict.kind === 'response') {
        this.#hasAnswered = true;
        return verdict.response;
      }
      const { report } = verdict;
      if (report === undefined)
        return { report, reason: `SNMPv3 user '${this.access.userName}': refused with a report of an unknown kind` };
      if (corrected.has(report) || !this.#correct(report, verdict.message, verdict.isAuthentic))
        return { report, reason: toReason(report, this.access.userName, this.contextName) };
      corrected.add(report);
    }
  }

  /** Accepts what a report states about engine or clock; false if there is nothing to correct. */
  #correct(report: ReportKind, { engineId, boots, time }: UserMessage, isAuthentic: boolean): boolean {
    if (report === 'notInTimeWindows') {
      this.#engine.correct(boots, time, now(), isAuthentic);
      return true;
    }
    // Another engine during a walk is another device: their values must not be mixed.
    if (report !== 'unknownEngineIds' || this.#hasAnswered || engineId.length === 0) return false;
    this.#engine = new Engine(engineId, boots, time, now());
    this.#keys = toUserKeys(this.access, engineId);
    return true;
  }

  async #exchange(ask: Ask, patience: Patience): Promise<Verdict | 'too large' | undefined> {
    const { transport, endpoint } = this.#line;
    const [messageId, requestId] = [toRequestId(), toRequestId()];
    const expected = {
      access: this.access,
      keys: this.#keys,
      engine: this.#engine,
      contextName: this.contextName,
      requestId,
    };
    const packet = encodeUserRequest({ ...expected, ask, messageId }, now());
    if (packet.length > this.#engine.largestMessage) return 'too large';
    const { answer, roundTripMs, waitedMs } = await exchange<Verdict>(
      this.#line,
      () => [packet],
      (heard) =>
        transport.expect(endpoint, messageId, {
          heard: (message) => {
            if (message.version !== '3') return;
            if (message.largestAnswer >= smallestMessage) this.#engine.largestMessage = message.largestAnswer;
            const verdict = verify(message, expected, now());
            if (verdict !== undefined) heard(verdict);
          },
        }),
      patience,
    );
    if (answer !== undefined) this.#pace.learn(roundTripMs, waitedMs);
    return answer;
  }
}

/** Every engine accepts messages of this size (RFC 3412 section 6). */
const smallestMessage = 484;
