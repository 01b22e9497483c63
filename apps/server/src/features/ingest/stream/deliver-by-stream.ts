import { Refusal } from '../../../base/errors.ts';
import { type ReportStream, StreamTrouble } from '../../../stream/report-stream.ts';
import type { DeliverBody } from '../receive/deliver.ts';
import type { CheckedDelivery, CheckRequest } from './check-delivery.ts';

/** Seconds after which collectors come again, spread by chance: they were all turned away at once. */
const retryAfter = { unreachable: { least: 5, most: 30 }, full: { least: 30, most: 120 } };

/**
 * Deliveries that are acknowledged as soon as the stream has their reports. Rejects with 203003 if the stream
 * does not answer and with 203002 if it is full: the sender then keeps the whole delivery, and what was
 * published of it before changes nothing when it comes again.
 */
export function createDeliverByStream(
  stream: Pick<ReportStream, 'publish' | 'mostBodyBytes'>,
  check: (request: CheckRequest) => Promise<CheckedDelivery>,
  onPublished: (published: { messages: number; repeated: number }) => void = () => undefined,
): DeliverBody {
  return async (delivery) => {
    const { mostBodyBytes } = stream;
    // Before the work of checking, which would be in vain.
    if (mostBodyBytes === undefined) throw toRefusal(new StreamTrouble('the stream is not reachable'));
    const { collectorId, now: arrivedAt, clockOffset, body } = delivery;
    const { results, effects, messages, isWhole, type } = await check({ ...delivery, mostBytes: mostBodyBytes });
    const bodies = isWhole ? [body.bytes] : messages;
    try {
      const repeated = await Promise.all(
        bodies.map((bytes) => stream.publish({ collectorId, arrivedAt, clockOffset, type, bytes })),
      );
      onPublished({ messages: bodies.length, repeated: repeated.filter(Boolean).length });
    } catch (error) {
      throw toRefusal(error);
    }
    return { results, effects };
  };
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof StreamTrouble)) return error;
  const { least, most } = error.isFull ? retryAfter.full : retryAfter.unreachable;
  const options = { retryAfter: least + Math.random() * (most - least), cause: error };
  return error.isFull
    ? new Refusal(203002, 'too many reports wait to be stored', options)
    : new Refusal(203003, 'reports cannot be accepted at present', options);
}
