import * as contract from '@platen/contract/code-history';
import * as lists from '@platen/contract/code-lists';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Caller, SignedInUser } from '../../../identity/signed-in-user.ts';
import { once } from '../../../kit/idempotency.ts';
import { serve } from '../../../kit/serve.ts';
import { inTransaction } from '../../../store/transactions.ts';
import { readChanges, readHistoryDevice } from './changes.ts';
import { compareCodes } from './compare.ts';
import { registerCodeComparisonExport } from './export.ts';
import { writeNote } from './notes.ts';
import { answerProposal, propose, readProposals, withdrawProposal } from './proposals.ts';
import { addStandard, changeStandard, removeStandard, showStandard } from './standards.ts';
import { readStandards } from './standards-store.ts';
import { readWatched, writeWatched } from './watched.ts';

/** History of codes, comparisons, proposals, standards and watched codes (CH-13). */
export function registerCodeHistory(app: FastifyInstance): void {
  const { store } = app.platform;
  const { db } = store;
  const callerOf = (user: SignedInUser): Caller => ({
    user,
    now: new Date(),
  });

  serve(app, contract.readCodeChanges, ({ user, params, query }) =>
    readChanges(store, user, params.id, query, new Date()),
  );
  serve(app, contract.compareCodes, ({ user, params, query }) =>
    compareCodes(store, user, params.id, query, new Date()),
  );

  registerCodeComparisonExport(app);

  serve(app, contract.listCodeProposals, async ({ user, params }) => {
    await readHistoryDevice(store, user, params.id);
    return await readProposals(db, params.id);
  });
  serve(app, contract.proposeCodes, async ({ user, request, params, body }) => {
    const device = await readHistoryDevice(store, user, params.id);
    return await once(db, user, request, (trx) => propose(trx, callerOf(user), params.id, device, body));
  });
  serve(app, contract.answerCodeProposal, async ({ user, request, params, body }) => {
    await readHistoryDevice(store, user, params.id);
    const line = { deviceId: params.id, proposalId: params.proposalId };
    return await once(db, user, request, (trx) => answerProposal(trx, callerOf(user), line, body));
  });
  serve(app, contract.withdrawCodeProposal, async ({ user, params, query }) => {
    await readHistoryDevice(store, user, params.id);
    const line = { deviceId: params.id, proposalId: params.proposalId };
    return await inTransaction(db, (trx) => withdrawProposal(trx, callerOf(user), line, query.version));
  });
  serve(app, contract.explainChange, async ({ user, params, body }) => {
    await readHistoryDevice(store, user, params.id);
    return await inTransaction(db, async (trx) => ({
      note: await writeNote(trx, callerOf(user), params.id, body),
    }));
  });

  serve(app, lists.listCodeStandards, async ({ user, query: { family } }) => ({
    standards: await readStandards(db, user, family === undefined ? undefined : sql<boolean>`s.family = ${family}`),
  }));
  serve(app, lists.readCodeStandard, ({ user, params }) => showStandard(db, user, params.id));
  serve(app, lists.addCodeStandard, ({ user, request, body }) =>
    once(db, user, request, async (trx) => ({
      standard: await addStandard(trx, store, callerOf(user), body),
    })),
  );
  serve(app, lists.changeCodeStandard, ({ user, params, body }) =>
    inTransaction(db, async (trx) => ({
      standard: await changeStandard(trx, callerOf(user), params.id, body),
    })),
  );
  serve(app, lists.removeCodeStandard, ({ user, params, query }) =>
    inTransaction(db, async (trx) => {
      await removeStandard(trx, callerOf(user), params.id, query.version);
      return { status: 'success' };
    }),
  );

  serve(app, lists.readWatchedCodes, async ({ user, query }) => ({
    list: await readWatched(db, user, query.family),
  }));
  serve(app, lists.writeWatchedCodes, ({ user, body }) =>
    inTransaction(db, async (trx) => ({ list: await writeWatched(trx, callerOf(user), body) })),
  );
}
