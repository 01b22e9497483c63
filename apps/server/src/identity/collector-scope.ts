import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { challenge, readBearer } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import type { Connection } from '../store/database.ts';
import { runPrepared } from '../store/statement.ts';

const number = z.optional(z.string());

/**
 * What a collector key may report for, as stored in `collector.scope`. A place with only a dealer number
 * means every customer of that dealer; with both numbers, that customer of that dealer; with only a customer
 * number, a customer without a dealer; with neither, devices without numbers that this very key registered.
 */
export const scopeSchema = z.object({
  /** No limit at all: only for a gateway on the operator's own premises. */
  everywhere: z.optional(z.literal(true)),
  places: z.array(z.object({ dealerNumber: number, customerNumber: number })),
});
export type Scope = z.infer<typeof scopeSchema>;
export type Place = Scope['places'][number];

export const nowhere: Scope = { places: [] };
export const isEmptyScope = ({ everywhere, places }: Scope): boolean => everywhere !== true && places.length === 0;

/** By what a device belongs to somebody. */
export interface Owner {
  readonly dealerNumber: string | null;
  readonly customerNumber: string | null;
  /** Collector that registered it. */
  readonly ownerId: string | null;
  /** Collector whose report of a foreign device is held in it. */
  readonly heldBy: string | null;
}

/** Who delivers, and what the key may report for. */
export interface Sender {
  readonly collectorId: string;
  readonly scope: Scope;
}

/**
 * Whether a key may touch a device: a held one is its collector's alone, one without numbers is the one's
 * that registered it.
 */
export function isInScope({ collectorId, scope }: Sender, owner: Owner): boolean {
  if (owner.heldBy !== null) return owner.heldBy === collectorId;
  if (scope.everywhere === true) return true;
  const { dealerNumber, customerNumber, ownerId } = owner;
  if (dealerNumber === null && customerNumber === null) return ownerId === collectorId;
  return scope.places.some((place) => admits(place, { dealerNumber, customerNumber }));
}

export interface SiteNumbers {
  readonly dealerNumber: string | null;
  readonly customerNumber: string | null;
}
/**
 * Numbers that a report may bear under a scope, and which of its own are left out because they lie outside.
 */
interface PlacedNumbers extends SiteNumbers {
  readonly leftOut: readonly ('dealerNumber' | 'customerNumber')[];
}

/**
 * The numbers that count for a report. Numbers within the scope stay; missing ones come from the first place
 * that fits the others; those outside are left out, the dealer's only where the customer's alone does not
 * make the rest fit. Null: the scope is empty.
 */
export function placeNumbers({ everywhere, places }: Scope, reported: SiteNumbers): PlacedNumbers | null {
  if (everywhere === true || places.some((place) => admits(place, reported))) return { ...reported, leftOut: [] };
  const { dealerNumber, customerNumber } = reported;
  const tries = [
    reported,
    { dealerNumber, customerNumber: null },
    { dealerNumber: null, customerNumber },
    { dealerNumber: null, customerNumber: null },
  ];
  for (const numbers of tries) {
    const place = places.find((one) => fits(one, numbers));
    if (place === undefined) continue;
    return {
      dealerNumber: numbers.dealerNumber ?? place.dealerNumber ?? null,
      customerNumber: numbers.customerNumber ?? place.customerNumber ?? null,
      leftOut: (['dealerNumber', 'customerNumber'] as const).filter(
        (name) => reported[name] !== null && numbers[name] === null,
      ),
    };
  }
  return null;
}

/** Whether exactly these numbers lie in the place. */
function admits(place: Place, { dealerNumber, customerNumber }: SiteNumbers): boolean {
  if ((place.dealerNumber ?? null) !== dealerNumber) return false;
  const isWholeDealer = dealerNumber !== null && place.customerNumber === undefined;
  return isWholeDealer || (place.customerNumber ?? null) === customerNumber;
}

/** Whether they lie in the place once the missing ones are filled in from it. */
const fits = (place: Place, numbers: SiteNumbers): boolean =>
  admits(place, {
    dealerNumber: numbers.dealerNumber ?? place.dealerNumber ?? null,
    customerNumber: numbers.customerNumber ?? place.customerNumber ?? null,
  });

/** One place as people read it. */
function describePlace({ dealerNumber, customerNumber }: Place): string {
  if (dealerNumber === undefined)
    return customerNumber === undefined ? 'its own devices without numbers' : `customer ${customerNumber}`;
  return customerNumber === undefined
    ? `dealer ${dealerNumber}`
    : `customer ${customerNumber} of dealer ${dealerNumber}`;
}
export const describeScope = ({ everywhere, places }: Scope): string =>
  everywhere === true ? 'everywhere' : places.length === 0 ? 'nothing' : places.map(describePlace).join(', ');

/** Whose key a delivery came with. */
export interface Collector {
  readonly collectorId: string;
  readonly name: string;
  /** What the key may report for. */
  readonly scope: Scope;
}

/** A new key: 256 random bits. */
export const makeCollectorKey = (): string => `plk_${randomBytes(32).toString('base64url')}`;

/** The stored form of a key. Keys are long and random, so a plain hash is enough. */
export const hashCollectorKey = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest();

/** Finds the collector of `authorization: Bearer <key>`. */
export async function readCollector(
  store: Pick<Connection, 'pool'>,
  authorization: string | undefined,
): Promise<Collector> {
  const key = readBearer(authorization);
  const [collector] = await runPrepared(
    store,
    'find-collector',
    sql<Omit<Collector, 'scope'> & { scope: unknown; revoked: boolean; resting: boolean }>`
      select collector_id as "collectorId", name, scope, revoked_at is not null as revoked,
        resting_at is not null as resting
      from collector where key_hash = ${hashCollectorKey(key)}`,
  );
  if (!collector) throw new Refusal(201002, 'this collector key is not known', challenge('invalid_token'));
  // The collector then stops reading and asks once a day (CF-03).
  if (collector.revoked) throw new Refusal(201007, 'this collector key was revoked', { body: { standing: 'revoked' } });
  if (collector.resting)
    throw new Refusal(201007, 'this collector was asked to rest', { body: { standing: 'resting' } });
  return { collectorId: collector.collectorId, name: collector.name, scope: scopeSchema.parse(collector.scope) };
}
