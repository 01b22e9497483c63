import type { Endpoint } from '@platen/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { Refusal, toMessage } from '../base/errors.ts';
import { toAuthorId } from '../identity/organisation-user.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Settings } from '../settings/settings.ts';
import type { Connection } from '../store/database.ts';
import { noteWrite, readLastWrite } from '../store/replicas/own-writes.ts';
import type { Replica } from '../store/replicas/replica.ts';
import { toTrouble } from '../store/replicas/replica-trouble.ts';
import type { Replicas } from '../store/replicas/replicas.ts';
import { isChange, isRead } from './read-calls.ts';

/** A call of a user as its handler gets it, whatever its endpoint. */
export interface UserCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly signal: AbortSignal;
  readonly user: SignedInUser;
}

/** The handlers of one registration of all features, by method and path. */
export type Handlers = Map<string, { run(call: UserCall): Promise<unknown> }>;

export const toCallName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

/** Where a call was answered, and why not at a replica; for the metrics. */
export type AnsweredBy = 'replica' | 'primary: own change' | 'primary: no replica' | 'primary: replica failed';

/** The features registered once more for each replica, with its store. */
export interface ReadPlaces {
  readonly replicas: Replicas;
  readonly handlersOf: ReadonlyMap<Replica, Handlers>;
  /** Milliseconds after a change in which its user reads from the primary. */
  readonly ownMs: number;
  noteAnswer(by: AnsweredBy): void;
}

interface Answering {
  readonly platform: {
    readonly store: Pick<Connection, 'pool'>;
    readonly settings: Pick<Settings, 'queueLimit'>;
    readonly reads?: ReadPlaces | undefined;
  };
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>;
  /** The answer is made while it is sent, and could not begin again elsewhere. */
  readonly isFile: boolean;
  readonly call: UserCall;
  /** Answers at the primary. */
  readonly atPrimary: () => Promise<unknown>;
}

/**
 * Answers a call of a user at a replica if it only reads and a replica is good; if that fails for a reason of
 * the replica, once more at the primary. After a call that may have changed something, its user reads from
 * the primary until every replica in use shows the change.
 */
export async function answerCall(answering: Answering): Promise<unknown> {
  const { platform, endpoint, isFile, call, atPrimary } = answering;
  const { reads } = platform;
  if (reads === undefined) return await atPrimary();
  if (isChange(endpoint)) {
    try {
      return await atPrimary();
    } finally {
      await noteWrite(platform.store, toWriter(call.user)).catch((error: unknown) =>
        call.request.log.warn({ reason: toMessage(error) }, 'a change of a user could not be noted'),
      );
    }
  }
  if (isFile || !isRead(endpoint)) return await atPrimary();
  const { by, replica } = await chooseReplica(platform.store, reads, call.user);
  const handler = replica && reads.handlersOf.get(replica)?.get(toCallName(endpoint));
  if (replica === undefined || handler === undefined) {
    reads.noteAnswer(by);
    return await atPrimary();
  }
  if (replica.store.pool.waitingCount > platform.settings.queueLimit)
    throw new Refusal(203002, 'too many calls at once', { retryAfter: 2 });
  try {
    const answer = await unlessLost(replica.lost, handler.run(call));
    reads.noteAnswer('replica');
    return answer;
  } catch (error) {
    if (!isForPrimary(error, replica, call)) throw error;
    reads.noteAnswer('primary: replica failed');
    return await atPrimary();
  }
}

async function chooseReplica(
  primary: Pick<Connection, 'pool'>,
  { replicas, ownMs }: ReadPlaces,
  user: SignedInUser,
): Promise<{ by: AnsweredBy; replica?: Replica | undefined }> {
  if (replicas.choose(user.userId) === undefined) return { by: 'primary: no replica' };
  const agoMs = ownMs === 0 ? undefined : await readLastWrite(primary, toWriter(user));
  if (agoMs !== undefined && agoMs <= ownMs) return { by: 'primary: own change' };
  // Chosen after the look-up: a replica that is good now shows all that was older than its limit then.
  return { by: 'primary: no replica', replica: replicas.choose(user.userId) };
}

/** A token of an organisation has no user: it is named itself. */
const toWriter = (user: SignedInUser): string => toAuthorId(user) ?? user.tokenId ?? user.userId;

class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost';
}

/** The result of work at a replica, or a failure as soon as the replica no longer answers. */
async function unlessLost<T>(lost: AbortSignal, work: Promise<T>): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(new ReplicaLost('the replica does not answer'));
    lost.addEventListener('abort', giveUp, { once: true });
    // What comes of abandoned work is of no interest: a promise settles once.
    work.then(resolve, reject).finally(() => lost.removeEventListener('abort', giveUp));
  });
}

/** Whether a read that failed at a replica is repeated at the primary. */
function isForPrimary(error: unknown, replica: Replica, { request, signal }: UserCall): boolean {
  const trouble = error instanceof ReplicaLost ? 'gone' : toTrouble(error);
  if (trouble === 'gone') replica.leaveOut(toMessage(error));
  // A defect of the table of calls: the answer is right, but the call belongs to the primary.
  if (trouble === 'write') request.log.error({ err: error }, 'a call that should only read has tried to write');
  return trouble !== 'own' && !signal.aborted;
}
