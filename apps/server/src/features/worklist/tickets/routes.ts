import {
  addTicketSystem,
  answerTicket as answerCall,
  changeTicketSystem,
  handOver as handOverCall,
  listTicketSystems,
  previewTickets as previewCall,
  readTicket as readCall,
  removeTicketSystem,
} from '@platen/contract/tickets';
import type { FastifyInstance } from 'fastify';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { once } from '../../../kit/idempotency.ts';
import { serve } from '../../../kit/serve.ts';
import { inTransaction } from '../../../store/transactions.ts';
import { answerTicket } from './answer.ts';
import { handOver } from './hand-over.ts';
import { previewTickets } from './preview.ts';
import { readTicket } from './read-ticket.ts';
import { addSystem, changeSystem, readSystems, removeSystem } from './systems.ts';

/** Tickets of other systems (TK-01 to TK-11). */
export function registerTickets(app: FastifyInstance): void {
  const { store, settings } = app.platform;
  const { db } = store;
  const callerOf = (user: SignedInUser) => ({
    user,
    now: new Date(),
    offlineHours: settings.offlineHours,
  });

  serve(app, listTicketSystems, async ({ user }) => ({ systems: await readSystems(db, user) }));

  serve(app, addTicketSystem, ({ user, request, body }) =>
    once(db, user, request, async (trx) => ({ system: await addSystem(trx, callerOf(user), body) })),
  );

  serve(app, changeTicketSystem, ({ user, params: { id }, body }) =>
    inTransaction(db, async (trx) => ({ system: await changeSystem(trx, callerOf(user), id, body) })),
  );

  serve(app, removeTicketSystem, ({ user, params: { id }, query: { version } }) =>
    inTransaction(db, async (trx) => {
      await removeSystem(trx, callerOf(user), id, version);
      return { status: 'success' };
    }),
  );

  serve(app, previewCall, ({ user, body }) => previewTickets(db, user, body));

  serve(app, handOverCall, ({ user, request, body }) =>
    once(db, user, request, (trx) => handOver(trx, callerOf(user), body)),
  );

  serve(app, readCall, async ({ user, params: { ticketId } }) => ({ ticket: await readTicket(db, user, ticketId) }));

  serve(app, answerCall, ({ user, params: { ticketId }, body }) =>
    inTransaction(db, (trx) => answerTicket(trx, callerOf(user), ticketId, body)),
  );
}
