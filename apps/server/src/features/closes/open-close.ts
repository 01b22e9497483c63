import type { addClose } from '@platen/contract/closes';
import type { BodyOf } from '@platen/contract/endpoint';
import type { Transaction } from 'kysely';
import type { CloseRow } from '../../closes/close-row.ts';
import { makeClose, makeCloseOfPlan, readDays, toDay } from '../../closes/make-close.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { findPlan, toBound, toOrganisation } from './who.ts';

/** Opens a close for a period of a plan or of its own (LG-30). */
export async function openClose(
  trx: Transaction<Database>,
  user: SignedInUser,
  body: BodyOf<typeof addClose>,
  now: Date,
): Promise<CloseRow> {
  const close = 'planId' in body ? await ofPlan(trx, user, body, now) : await ofItsOwn(trx, user, body, now);
  await recordChange(trx, {
    actor: user,
    action: 'close opened',
    subject: `close:${close.closeId}`,
    detail: { name: close.name, planId: close.planId, firstDay: close.firstDay, lastDay: close.lastDay },
  });
  return close;
}

type Trx = Transaction<Database>;
type OfPlan = Extract<BodyOf<typeof addClose>, { planId: string }>;
type OfItsOwn = Exclude<BodyOf<typeof addClose>, OfPlan>;

async function ofPlan(trx: Trx, user: SignedInUser, body: OfPlan, now: Date): Promise<CloseRow> {
  const plan = await findPlan(trx, user, body.planId);
  const days = await readDays(trx, plan.organisationId);
  const day = body.day === undefined ? days.dayOf(now.getTime()) : toDay(body.day);
  return await makeCloseOfPlan(trx, plan, { day, madeBy: user.userId, now });
}

async function ofItsOwn(trx: Trx, user: SignedInUser, body: OfItsOwn, now: Date): Promise<CloseRow> {
  const { name, scope, meters, needsAssetNumber, firstDay, lastDay } = body;
  const form = {
    planId: null,
    name,
    organisationId: await toOrganisation(trx, user, body.organisationId),
    scope,
    bound: toBound(user, scope),
    meters,
    needsAssetNumber,
    firstDay: toDay(firstDay),
    lastDay: toDay(lastDay),
    madeBy: user.userId,
  };
  return await makeClose(trx, form, now);
}
