import type { BodyOf } from '@platen/contract/endpoint';
import {
  type AlertRule,
  addRule,
  changeRule,
  deleteRule,
  disableRule,
  enableRule,
  evaluateRules,
  giveRule,
  listRuleDealers,
  type RuleForm,
  readRule,
  readRuleHistory,
} from '@platen/contract/rules';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ruleListQuery, rulesKey } from '../../api/rule-list-query.ts';

export const ruleQueries = {
  list: ruleListQuery,
  one: (ruleId: string) =>
    queryOptions({
      queryKey: [rulesKey, 'one', ruleId] as const,
      queryFn: async ({ signal }) => (await call(readRule, { params: { ruleId }, signal })).data,
    }),
  history: (ruleId: string) =>
    queryOptions({
      queryKey: [rulesKey, 'history', ruleId] as const,
      queryFn: async ({ signal }) => (await call(readRuleHistory, { params: { ruleId }, signal })).data,
    }),
  dealers: (ruleId: string) =>
    queryOptions({
      queryKey: [rulesKey, 'dealers', ruleId] as const,
      queryFn: async ({ signal }) => (await call(listRuleDealers, { params: { ruleId }, signal })).data.dealers,
    }),
  /** What the tests of a form find on a device now; asked for again by hand only. */
  onDevice: (deviceId: string, form: RuleForm) =>
    queryOptions({
      queryKey: [rulesKey, 'onDevice', deviceId, form.tests, form.scope] as const,
      queryFn: async ({ signal }) => {
        const name = form.name.trim() === '' ? '-' : form.name;
        const body = { deviceId, form: { ...form, name } };
        return (await call(evaluateRules, { body, signal })).data.rules[0] ?? null;
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** Rules changed, and what they opened with them. */
const forgetRules = (client: QueryClient) =>
  Promise.all([rulesKey, 'worklist'].map((key) => client.invalidateQueries({ queryKey: [key] })));

/** A change of a rule; whatever came of it, rules are read again. */
function useChange<Variables, Answer>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => void forgetRules(client) });
}

export const useAddRule = () =>
  useChange(async (body: BodyOf<typeof addRule>) => (await call(addRule, { body })).data.rule);

interface RuleChange {
  readonly ruleId: string;
  readonly form: RuleForm;
  readonly version: number;
  /** Without a trial of what the rule fires on now (AR-12). */
  readonly untried?: true;
}

export const useChangeRule = () =>
  useChange(
    async ({ ruleId, ...body }: RuleChange) => (await call(changeRule, { params: { ruleId }, body })).data.rule,
  );

type Known = Pick<AlertRule, 'ruleId' | 'version'>;

/** The code of 'not possible in the present state': the form was not tried (AR-12). */
export const notTried = 202003;

export const useEnableRule = () =>
  useChange(
    async ({ ruleId, version, untried }: Known & { readonly untried: boolean }) =>
      (await call(enableRule, { params: { ruleId }, body: { version, ...(untried ? { untried } : {}) } })).data.rule,
  );

export const useDisableRule = () =>
  useChange(
    async ({ ruleId, version }: Known) =>
      (await call(disableRule, { params: { ruleId }, body: { version } })).data.rule,
  );

export const useGiveRule = () =>
  useChange(
    async ({ ruleId, version, organisationIds }: Known & { readonly organisationIds: readonly string[] }) =>
      (await call(giveRule, { params: { ruleId }, body: { version, organisationIds: [...organisationIds] } })).data
        .results,
  );

export const useDeleteRule = () =>
  useChange(async ({ ruleId, version }: Known) => {
    await call(deleteRule, { params: { ruleId }, query: { version } });
  });
