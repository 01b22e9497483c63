import { agreeToTerms, noteLogin, readAgreedTerms, readMe } from '@platen/contract/account';
import { latestTermsVersion } from '@platen/contract/constants';
import { changeOwnSettings, readOwnSettings, signOutEverywhere } from '@platen/contract/own-settings';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Identity } from '../../identity/open-identity.ts';
import { compareTermsVersions, type SignedInUser } from '../../identity/signed-in-user.ts';
import { serve } from '../../kit/serve.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { followGroups } from './group-claim.ts';
import * as own from './own-settings.ts';
import * as users from './users.ts';

/** `GET` and `POST /v1/termsOfUse`. */
export function registerTerms(app: FastifyInstance): void {
  const { store, identity } = app.platform;

  serve(app, readAgreedTerms, async ({ user }) => ({ version: (await identity.refresh(user)).agreedTermsVersion }));

  serve(app, agreeToTerms, async ({ user, body: { version } }) => {
    await recordAgreement(store.db, identity, user, version);
    return { status: 'OK' };
  });
}

/**
 * Stores the version that the user agrees to, with the time and an audit entry (OQ-126). An older or the same
 * version changes nothing. Refuses a version after the latest.
 */
async function recordAgreement(
  db: Kysely<Database>,
  identity: Identity,
  user: SignedInUser,
  version: string,
): Promise<void> {
  if (compareTermsVersions(version, latestTermsVersion) > 0)
    throw new Refusal(202001, `version: ${latestTermsVersion} is the latest`);
  const current = await identity.refresh(user);
  if (compareTermsVersions(version, current.agreedTermsVersion) > 0)
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable('app_user')
        .set({ agreed_terms_version: version, agreed_terms_at: new Date() })
        .where('user_id', '=', user.userId)
        .execute();
      await recordChange(trx, {
        actor: user,
        action: 'terms agree',
        subject: `user:${user.subject}`,
        detail: { version },
      });
    });
  await identity.refresh(user);
}

/** `POST /v1/users/loginAt` and `GET /v1/users/me`. */
export function registerUsers(app: FastifyInstance): void {
  const { store, identity, settings } = app.platform;
  const { db } = store;

  serve(app, noteLogin, async ({ user, request }) => {
    // The shown address follows the provider, and nothing else does (OA-12).
    const proof = await identity.readProof(request.headers.authorization).catch(() => undefined);
    await users.noteLogin(db, user, proof?.mail);
    if (settings.groupRoles !== undefined && proof?.groups !== undefined) {
      const done = await followGroups(db, user, proof.groups, settings.groupRoles);
      if (typeof done === 'object')
        request.log.warn(
          { subject: user.subject, reason: done.refused },
          'groups of the identity provider could not be followed',
        );
      if (done !== 'unchanged') await identity.refresh(user);
    }
    return { status: 'OK' };
  });

  serve(app, readMe, async ({ user: { groups, userId, name, role, rights = [] } }) => ({
    groups: [...groups],
    userId,
    name,
    role,
    ...(rights.length > 0 && { rights: [...rights] }),
  }));
}

/** Own settings, and the end of all sign-ins (OA-19). */
export function registerOwnSettings(app: FastifyInstance): void {
  const { store, identity } = app.platform;
  const { db } = store;

  serve(app, readOwnSettings, async ({ user }) => ({ settings: await own.readSettings(db, user) }));

  serve(app, changeOwnSettings, ({ user, request, body }) =>
    inTransaction(db, async (trx) => ({ settings: await own.changeSettings(trx, user, body, request.id) })),
  );

  serve(app, signOutEverywhere, async ({ user, request }) => {
    const signedInAt = await identity.readSignIn(request.headers.authorization);
    await inTransaction(db, (trx) =>
      own.signOutEverywhere(trx, user, { signedInAt, now: new Date(), requestId: request.id }),
    );
    await identity.endSignIns(user);
    await identity.refresh(user);
    return { status: 'OK' };
  });
}
