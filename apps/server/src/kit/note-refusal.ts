import type { FastifyRequest } from 'fastify';
import { hourMs } from '../base/time.ts';
import { recordChange } from '../store/audit.ts';

/** Users and calls whose refusal of this hour is on record; the oldest hours go first. */
const noted = new Map<string, number>();
const mostNoted = 5000;

/**
 * Enters into the audit that a user was refused a call for lack of a right (OA-52): once an hour for a user
 * and call, so that repeating it fills no disk. A failure is logged; the refusal is answered all the same.
 */
export async function noteRefusal(request: FastifyRequest, reason: string): Promise<void> {
  const { user } = request;
  if (user === null) return;
  const call = `${request.method} ${request.routeOptions.url ?? ''}`;
  const key = `${user.tokenId ?? user.userId} ${call}`;
  const hour = Math.floor(Date.now() / hourMs);
  if (noted.get(key) === hour) return;
  if (noted.size >= mostNoted) noted.clear();
  noted.set(key, hour);
  try {
    await recordChange(request.server.platform.store.db, {
      actor: { ...user, requestId: request.id },
      action: 'refused',
      subject: `call:${call}`,
      detail: { reason },
    });
  } catch (error) {
    request.log.warn({ err: error }, 'a refusal could not be entered into the audit');
  }
}
