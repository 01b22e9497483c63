import {
  acceptInvitation,
  addInvitation,
  changeUser as changeCall,
  eraseUser as eraseCall,
  listInvitations,
  listUsers,
  previewInvitation,
  withdrawInvitation,
} from '@platen/contract/people';
import type { FastifyInstance } from 'fastify';
import { openInvitationMail } from '../../delivery/invitation-mail.ts';
import { readBrand } from '../../identity/brand-of-user.ts';
import { Answer, serve, serveCode } from '../../kit/serve.ts';
import { toPortalAddress } from '../../settings/portal-address.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readOrganisation, toDefaults } from '../../worklist/organisation.ts';
import { changeUser, lockUser } from './change-user.ts';
import * as invitations from './invitations.ts';
import { readUserPage } from './user-store.ts';
import { eraseUser, listWrittenTexts } from './users.ts';

/** Users and invitations, as administrators of the own tree see them (OA-10 to OA-16, OA-61). */
export function registerPeople(app: FastifyInstance): void {
  const { store, identity, settings } = app.platform;
  const { db } = store;
  const sendMail = openInvitationMail(settings);

  serve(app, listUsers, async ({ user, query: { search = '', ...page } }) => {
    const { users, hasMore, total } = await readUserPage(db, user, { ...page, search });
    return new Answer({ users }, { 'has-more': hasMore ? 'True' : 'False', 'total-count': String(total) });
  });

  serve(app, changeCall, ({ user, params, body }) =>
    inTransaction(db, async (trx) => ({
      user: await changeUser(trx, { user }, params.id, body),
    })),
  );

  serve(app, eraseCall, async ({ user, params, query }) => {
    const subject = await inTransaction(db, async (trx) => {
      const found = await lockUser(trx, { user }, params.id, query.version);
      return found.subject;
    });
    const texts = await listWrittenTexts(db, user, subject);
    const erased = await eraseUser(db, user, subject);
    return { erased, texts: texts.map(({ at, text }) => ({ at: at.toISOString(), text })) };
  });

  serve(app, listInvitations, async ({ user }) => ({ invitations: await invitations.listInvitations(db, user) }));

  serve(app, addInvitation, async ({ user, body }) => {
    // Not remembered by its key (GE-07): the answer holds the code, of which only the hash is stored.
    // Who invites and who is invited mostly belong together.
    const portal = toPortalAddress(settings, await readBrand(db, user.userId, null));
    const made = await inTransaction(db, (trx) => invitations.invite(trx, { user }, body, portal));
    const { invitationId, organisation, endsAt: until } = made.invitation;
    const { form, settings: inForce } = await readOrganisation(db, organisation.organisationId);
    const mail = {
      invitationId,
      to: body.mail,
      by: user.name,
      organisation: organisation.name,
      link: made.link,
      until,
      language: body.language ?? toDefaults(form).mailLanguage,
      zone: body.zone ?? inForce.calendar.zone,
    };
    return { ...made, mailed: (await sendMail?.(mail)) ?? false };
  });

  serve(app, withdrawInvitation, async ({ user, params }) => {
    await inTransaction(db, (trx) => invitations.withdraw(trx, { user }, params.id));
    return { status: 'OK' as const };
  });

  serve(app, previewInvitation, ({ user, body }) => invitations.preview(db, user, body, sendMail !== undefined));

  serveCode(app, acceptInvitation, async ({ request, body }) => {
    const proof = await identity.readProof(request.headers.authorization);
    await inTransaction(db, (trx) =>
      invitations.accept(trx, proof, body.code, { verifiesAll: settings.providerVerifies === 'yes' }),
    );
    return { status: 'OK' as const };
  });
}
