import { agreeToTerms, noteLogin, readAgreedTerms, readMe } from '@platen/contract/account';
import { changeOwnSettings, readOwnSettings, signOutEverywhere } from '@platen/contract/own-settings';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { followGroups } from './group-claim.ts';
import * as own from './own-settings.ts';
import * as terms from './terms.ts';
import * as users from './users.ts';

/** `GET` and `POST /v1/termsOfUse`. */
export function registerTerms(app: FastifyInstance): void {
  const { store, identity } = app.platform;

  serve(app, readAgreedTerms, async ({ user }) => terms.readTerms(store.db, await identity.refresh(user)));

  serve(app, agreeToTerms, async ({ user, body }) => {
    const isStored = await terms.agree(store.db, await identity.refresh(user), body);
    if (isStored) await identity.refresh(user);
    return { status: 'OK' };
  });
}

/** `POST /v1/users/loginAt` and `GET /v1/users/me`. */
export function registerUsers(app: FastifyInstance): void {
  const { store, identity, settings } = app.platform;
  const { db } = store;

  serve(app, noteLogin, async ({ user, request, body }) => {
    // The shown address follows the provider, and nothing else does (OA-12).
    const proof = await identity.readProof(request.headers.authorization).catch(() => undefined);
    await users.noteLogin(db, user, { mail: proof?.mail, brand: body?.brand });
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

  serve(app, changeOwnSettings, ({ user, body }) =>
    inTransaction(db, async (trx) => ({ settings: await own.changeSettings(trx, user, body) })),
  );

  serve(app, signOutEverywhere, async ({ user, request }) => {
    const signedInAt = await identity.readSignIn(request.headers.authorization);
    await inTransaction(db, (trx) => own.signOutEverywhere(trx, user, { signedInAt, now: new Date() }));
    await identity.endSignIns(user);
    await identity.refresh(user);
    return { status: 'OK' };
  });
}
