import { readTrial, tryRule } from '@platen/contract/rule-trials';
import {
  addRule as addRuleCall,
  changeRule as changeRuleCall,
  deleteRule as deleteRuleCall,
  disableRule as disableRuleCall,
  enableRule as enableRuleCall,
  evaluateRules,
  giveRule as giveRuleCall,
  listRuleDealers,
  listRules,
  readRule as readRuleCall,
  readRuleHistory,
} from '@platen/contract/rules';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Caller, requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { once } from '../../kit/idempotency.ts';
import { Accepted, serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { readEvaluatedAt } from './count-rules.ts';
import { evaluateOnDevice } from './evaluate-on-device.ts';
import { giveRule, readDealers } from './give-rule.ts';
import { readHistory } from './rule-history.ts';
import { readRules, toListed } from './rule-rows.ts';
import { addRule, changeRule, deleteRule, disableRule, enableRule, readRule } from './rule-service.ts';
import { awaitTrial, readTrialAnswer } from './trial-answer.ts';
import { addTrial } from './trial-job.ts';

const callerOf = (user: SignedInUser): Caller => ({
  user,
  now: new Date(),
});

/** Alert rules (AR-15, AR-16). Each is of an organisation and holds its devices alone (0541). */
export function registerRules(app: FastifyInstance): void {
  const { store } = app.platform;
  const { db } = store;

  serve(app, listRules, async ({ user }) => {
    requireRight(user, 'readRules');
    const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
    const rules = await readRules(db, user, sql<boolean>`true`);
    const { listed, devices } = await toListed(db, user, rules, { now: new Date(), calendar });
    return { rules: listed, evaluatedAt: await readEvaluatedAt(db), devices, zone: calendar.zone };
  });

  serve(app, readRuleCall, async ({ user, params: { ruleId } }) => {
    requireRight(user, 'readRules');
    const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
    const { listed } = await toListed(db, user, [await readRule(db, user, ruleId)], { now: new Date(), calendar });
    const [one] = listed;
    if (one === undefined) throw new Error('a rule without its line');
    return { rule: one.rule, listed: one, zone: calendar.zone };
  });

  serve(app, readRuleHistory, async ({ user, params: { ruleId } }) => {
    requireRight(user, 'readRules');
    await readRule(db, user, ruleId);
    const { settings } = await readOrganisation(db, user.organisationId);
    return { versions: await readHistory(db, user, ruleId), zone: settings.calendar.zone };
  });

  serve(app, addRuleCall, ({ user, request, body }) =>
    once(db, user, request, async (trx) => ({ rule: await addRule(trx, callerOf(user), body) })),
  );

  serve(app, changeRuleCall, ({ user, params: { ruleId }, body }) =>
    inTransaction(db, async (trx) => ({ rule: await changeRule(trx, callerOf(user), ruleId, body) })),
  );

  serve(app, enableRuleCall, ({ user, params: { ruleId }, body }) =>
    inTransaction(db, async (trx) => ({ rule: await enableRule(trx, callerOf(user), ruleId, body) })),
  );

  serve(app, disableRuleCall, ({ user, params: { ruleId }, body: { version } }) =>
    inTransaction(db, async (trx) => ({ rule: await disableRule(trx, callerOf(user), ruleId, version) })),
  );

  serve(app, deleteRuleCall, ({ user, params: { ruleId }, query: { version } }) =>
    inTransaction(db, async (trx) => {
      await deleteRule(trx, callerOf(user), ruleId, version);
      return { status: 'success' };
    }),
  );

  serve(app, tryRule, async ({ user, request, body, signal }) => {
    const { jobId } = await once(db, user, request, (trx) => addTrial(trx, callerOf(user), body));
    return (await awaitTrial(db, user, jobId, signal)) ?? new Accepted(jobId);
  });

  serve(app, readTrial, ({ user, params: { id } }) => readTrialAnswer(db, user, id));

  serve(app, listRuleDealers, async ({ user, params: { ruleId } }) => ({
    dealers: await readDealers(db, user, ruleId),
  }));

  serve(app, giveRuleCall, ({ user, request, params: { ruleId }, body }) =>
    once(db, user, request, async (trx) => ({ results: await giveRule(trx, callerOf(user), ruleId, body) })),
  );

  serve(app, evaluateRules, async ({ user, body }) => {
    requireRight(user, 'readRules');
    return { rules: await evaluateOnDevice(store, user, body, new Date()) };
  });
}
