import type { Kysely } from 'kysely';
import type { Database } from '../../../store/database.ts';
import { type CheckedDelivery, type CheckRequest, createCheckDelivery } from '../stream/check-delivery.ts';
import { createStoreMessage, type StoreMessageRequest } from '../stream/store-message.ts';
import { type BodyDelivery, createDeliverBody, type SiteRules } from './deliver.ts';

/** What a thread for deliveries may be asked for. Plain values. */
export type DeliveryRequest =
  /** Parse and store a delivery. */
  | { readonly work: 'deliver'; readonly request: BodyDelivery }
  /** Check a delivery before it is published. */
  | { readonly work: 'check'; readonly request: CheckRequest }
  /** Store a delivery that was published. */
  | { readonly work: 'store'; readonly request: StoreMessageRequest };

/** Of work that publishes nothing. */
const unpublished = { messages: [], isWhole: false, type: '' };

/** All work with deliveries that takes much processor time; for threads. */
export function createThreadWork(
  db: Kysely<Database>,
  site: SiteRules,
): (asked: DeliveryRequest) => Promise<CheckedDelivery> {
  const deliver = createDeliverBody(db, site);
  const check = createCheckDelivery(db, site);
  const store = createStoreMessage(db, site);
  return async (asked) => {
    if (asked.work === 'check') return await check(asked.request);
    const delivered = await (asked.work === 'store' ? store(asked.request) : deliver(asked.request));
    return { ...unpublished, ...delivered };
  };
}
