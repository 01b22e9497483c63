import type { ClaimDecision } from '@platen/contract/device-merges';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { refreshGroups } from '../../store/group-membership.ts';
import { inTransaction, locks } from '../../store/transactions.ts';
import { addDeviceEvents } from '../../worklist/outbox/add-device-events.ts';
import { checkDealers, joinDevices, readDevices } from './merge-service.ts';
import { openClaims, openClaimsWithin } from './open-claims.ts';
import * as store from './store.ts';

/** Claims, the oldest first; without `all` only those that wait for a decision. Complete as of now. */
export async function listClaims(
  db: Kysely<Database>,
  actor: Actor,
  selection: { readonly all: boolean; readonly limit: number },
): Promise<store.ClaimRow[]> {
  requireRight(actor, 'manageCollectors');
  // The job that opens claims runs once a minute.
  await openClaims(db, new Date());
  return await store.listClaims(db, selection);
}

export async function readClaim(db: Kysely<Database>, actor: Actor, claimId: string): Promise<store.ClaimRow> {
  requireRight(actor, 'manageCollectors');
  const claim = await store.findClaim(db, claimId);
  if (claim === undefined) throw new Refusal(202001, `there is no claim ${claimId}`);
  return claim;
}

export interface Decision {
  readonly claimId: string;
  /**
   * `same`: it is the same device, moved within its dealer: it keeps its history (OA-42). `move`: it is the
   * same device, which belongs to the new owner from a day on; the former owner keeps the earlier history.
   * `separate`: another device with the same serial number; shown as it is. `reject`: stays held for good.
   */
  readonly decision: ClaimDecision;
  readonly actor: Actor;
  /** The user whose decision it is; left out or null: the operator at the command line. */
  readonly mergedBy?: string | null;
  readonly now: Date;
  /**
   * Of a move: first day (UTC, YYYY-MM-DD) of the new owner's history; by default that of the first held
   * report.
   */
  readonly fromDay?: string | undefined;
}

export interface Decided {
  readonly deviceId: string;
  readonly rivalDeviceId: string;
  readonly fromDay: string | null;
}

/**
 * Decides a claim: all changes and one audit entry in one transaction, while no delivery registers devices.
 * Refuses 202001 what is not possible.
 */
export async function decideClaim(db: Kysely<Database>, decision: Decision): Promise<Decided> {
  requireRight(decision.actor, 'manageCollectors');
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
    await sql`select pg_advisory_xact_lock(${locks.registration})`.execute(trx);
    const { claimId, now } = decision;
    const { actor } = decision;
    // A move takes the keys from the rival, by which further claims to it would be found.
    await openClaimsWithin(trx, now);
    const claim = await store.lockClaim(trx, claimId);
    if (claim === undefined) throw new Refusal(202001, `there is no claim ${claimId}`);
    if (claim.decision !== null) throw new Refusal(202001, `claim ${claimId} was decided already: ${claim.decision}`);
    const { deviceId, rivalId } = claim;
    if (decision.decision === 'same') await joinWithin(trx, decision, claim);
    const fromDay = toFromDay(decision, claim.firstDay);
    if (fromDay !== null) {
      await store.takeOverKeys(trx, claim);
      await store.redirectClaims(trx, claim);
      await store.cutBefore(trx, deviceId, fromDay);
    }
    if (isReleased(decision)) {
      await store.release(trx, deviceId, fromDay);
      await refreshGroups(trx, [deviceId]);
    }
    if (isReleased(decision))
      await addDeviceEvents(
        trx,
        [fromDay === null ? { deviceId, event: 'deviceAdded' } : { deviceId, event: 'deviceMoved', before: null }],
        now,
      );
    await store.closeClaim(trx, claimId, { decision: decision.decision, actor: actor.subject, now, fromDay });
    await recordChange(trx, {
      actor,
      action: `claims ${decision.decision}`,
      subject: `device:${deviceId}`,
      detail: {
        claimId,
        rivalDeviceId: rivalId,
        collectorId: claim.collectorId,
        ...(fromDay === null ? {} : { fromDay }),
      },
    });
    return { deviceId, rivalDeviceId: rivalId, fromDay };
  });
}

/** Moves to its new place, with its history, the device that the held one turned out to be (OA-42). */
async function joinWithin(
  trx: Transaction<Database>,
  { mergedBy = null, now }: Decision,
  { deviceId, rivalId }: store.LockedClaim,
): Promise<void> {
  const devices = await readDevices(trx, null, [deviceId, rivalId]);
  const [merged, remaining] = [deviceId, rivalId].map((id) => devices.find(({ device_id }) => device_id === id));
  if (merged === undefined || remaining === undefined) throw new Refusal(202001, 'one of the devices is gone');
  checkDealers(remaining, merged);
  await joinDevices(trx, { remaining, merged, takesOver: true, mergedBy, now });
  await refreshGroups(trx, [rivalId]);
  const before = {
    customerNumber: remaining.customer_number,
    dealerNumber: remaining.dealer_number,
    organisationId: remaining.organisation_id,
  };
  await addDeviceEvents(trx, [{ deviceId: rivalId, event: 'deviceMoved', before }], now);
}

/** The held device comes to light: as one that moved here, or as one of its own. */
const isReleased = ({ decision }: Decision): boolean => decision === 'move' || decision === 'separate';

/** Null for decisions that move nothing. */
function toFromDay({ decision, fromDay, now }: Decision, firstDay: string | null): string | null {
  if (decision !== 'move') return null;
  const today = now.toISOString().slice(0, 10);
  if (fromDay !== undefined && fromDay > today) throw new Refusal(202001, `${fromDay} is in the future`);
  return fromDay ?? firstDay ?? today;
}
