import { Webhook } from 'standardwebhooks';
import { toWebhookBodies } from '../render/webhook-body.ts';
import { attemptPost, type HttpOptions } from './http-attempt.ts';
import type { Attempt, SendingChannel, Way } from './way.ts';

/**
 * Signed webhooks by the convention of Standard Webhooks 1.0.0 (DE-25 to DE-28). A message with several
 * events becomes as many calls, one after another; the first that is not accepted ends the try. Repeats carry
 * the same ids, so that the receiver knows what it already has.
 */
export function createWebhookWay(options: HttpOptions): Way {
  return {
    async send(channel, message, deliveryId, signal) {
      if (channel.secrets.length === 0) return giveUp('the channel has no secret to sign with');
      const bodies = toWebhookBodies(message);
      let duration = 0;
      let last: Attempt | undefined;
      for (const [index, body] of bodies.entries()) {
        const id = bodies.length === 1 ? deliveryId : `${deliveryId}-${index + 1}`;
        const attempt = await attemptPost(sign(channel, id, JSON.stringify(body), options), options, signal);
        duration += attempt.duration;
        last = { ...attempt, duration };
        if (last.outcome !== 'accepted') return last;
      }
      return last ?? giveUp('not for machines');
    },
  };
}

const giveUp = (reason: string): Attempt => ({ outcome: 'givenUp', reason, code: null, answer: null, duration: 0 });

/** Every secret in force signs, the newest first (DE-26). */
function sign(channel: SendingChannel, id: string, body: string, { now = Date.now }: HttpOptions) {
  const at = new Date(now());
  const signatures = channel.secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    address: channel.address,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Platen',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
  };
}
