import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { challenge } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import { noteRefusal } from '../kit/note-refusal.ts';
import { sendJson } from '../kit/send.ts';
import { StatementCancelled } from '../store/statement.ts';
import { isConnectionTrouble, isUnstorableText } from '../store/transactions.ts';

/** Fastify's own complaints about what came in; all are bad parameters in the catalogue (202001). */
const badInput: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body: too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content-type: not taken here',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'content-length: does not fit the body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body: not JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body: empty',
  FST_ERR_BAD_URL: 'address: not a valid one',
};

/**
 * Maps every failure of a call to a refusal of the catalogue. Details of an unexpected one stay in the log.
 */
export function toRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal)
    return error.status === 401 && !error.headers['www-authenticate'] ? withChallenge(error) : error;
  if (error instanceof StatementCancelled)
    return error.why === 'tooLong'
      ? new Refusal(203002, 'the search takes too long: narrow it', { retryAfter: 5, cause: error })
      : new Refusal(203002, 'the call was given up', { retryAfter: 5, cause: error });
  if (isConnectionTrouble(error)) return new Refusal(203003, 'the storage is busy', { retryAfter: 5, cause: error });
  if (isUnstorableText(error))
    return new Refusal(202001, 'a text holds a character that cannot be stored', { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const complaint = badInput[code];
  if (complaint !== undefined) return new Refusal(202001, complaint);
  if (code === 'FST_ERR_HANDLER_TIMEOUT')
    return new Refusal(203002, 'the call took too long and was given up', { retryAfter: 5, cause: error });
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400)
    return new Refusal(202001, 'body: not JSON');
  if (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    isClientFault(error.statusCode)
  )
    return new Refusal(202001, 'the request is not understood', { cause: error });
  return new Refusal(201000, `unexpected; it is in the server's log under ${requestId}`, { cause: error });
}

const isClientFault = (status: number) => status >= 400 && status < 500;
const withChallenge = (refusal: Refusal) =>
  new Refusal(refusal.errorCode, refusal.detail, {
    ...challenge('invalid_token'),
    body: refusal.body,
    cause: refusal.cause,
  });

/** The one place where a failure becomes an answer. */
export async function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = toRefusal(error, request.id);
  request.refusedWith = refusal.errorCode;
  request.refusedBecause = refusal.detail.join('; ');
  if (refusal.errorCode === 200002) await noteRefusal(request, refusal.detail.join('; '));
  if (refusal.status >= 500)
    request.log.error({ err: refusal.cause ?? error, errorCode: refusal.errorCode }, 'a call failed');
  return sendJson(request, reply, { status: refusal.status, value: refusal.toBody(), headers: refusal.headers });
}

/** For failures before there is a route: an invalid URL. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error, request.id);
  request.log.info({ errorCode: refusal.errorCode }, 'invalid URL');
  reply.status(refusal.status).header('cache-control', 'no-store').send(refusal.toBody());
}
