import { type AlertRule, readRule } from '@platen/contract/rules';
import { afterAll, beforeAll, expect } from 'vitest';
import { evaluateDue } from '../src/jobs/conditions/evaluate-due.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

/** A rule as written, about devices of the model `RULE-1` without a customer. */
export const ruleFormOf = (name: string, more: object = {}) => ({
  name,
  note: 'Ask the customer.',
  scope: { models: ['RULE-1'] },
  tests: [{ metric: 'unknownCustomer', comparison: 'present' }],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
  priority: 'P2',
  whoCanAct: 'manager',
  inWorklist: true,
  ...more,
});

export const ruleIn = (value: unknown): AlertRule => readRule.answer.shape.rule.parse(Object(value).rule);

/** The application with its rules for all tests of a file, and a clock that evaluations move. */
export function testRules() {
  let app: TestApp | undefined;
  let clock = Date.now();
  const running = (): TestApp => {
    if (app === undefined) throw new Error('the application starts with the first test');
    return app;
  };
  beforeAll(async () => {
    app = await createTestApp({ PLATEN_USER_RATE: '1000000' });
    await agreeForAll(app.database);
    await addGroup(app.database, 1, 'One', 'dealer');
  });
  afterAll(() => app?.close());

  const send = async (subject: string, method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await fetch(`${running().url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(await running().bearer(subject)),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value: unknown = await answer.json();
    return { status: answer.status, value };
  };
  /** A minute later everything that is due is evaluated. */
  const evaluate = async () => {
    clock += 61_000;
    await evaluateDue(running().database.db, { now: () => new Date(clock), offlineHours: 480 });
  };
  return {
    get platen() {
      return running();
    },
    send,
    evaluate,
    write: async (name: string, more: object = {}): Promise<AlertRule> =>
      ruleIn((await send('service', 'POST', '/v1/rules', { form: ruleFormOf(name, more) })).value),
    /** Switches a rule on without a trial. */
    enable: async ({ ruleId, version }: AlertRule): Promise<AlertRule> => {
      const { status, value } = await send('service', 'POST', `/v1/rules/${ruleId}/enable`, { version, untried: true });
      expect([status, value]).toEqual([200, expect.anything()]);
      return ruleIn(value);
    },
    addDevice: async (more: object = {}): Promise<string> => {
      const at = new Date(clock);
      const device = { model: 'RULE-1', customer_number: null, updated_at: at, received_at: at, ...more };
      const [id = ''] = await addDevices(running().database, [device]);
      return id;
    },
    /** A device reports, of this customer from now on. */
    report: async (deviceId: string, customer: string | null) => {
      await running().database.pool.query(
        'update device set customer_number = $2, updated_at = $3, received_at = $3 where device_id = $1',
        [deviceId, customer, new Date(clock)],
      );
      await evaluate();
    },
    /** What a rule opened, oldest first. */
    conditionsOf: async ({ ruleId }: Pick<AlertRule, 'ruleId'>) => {
      const { rows } = await running().database.pool.query<{
        entity_id: string;
        work: string;
        resolution: string | null;
        regressions: number;
        facts: { rule: { name: string } };
      }>(
        'select entity_id, work, resolution, regressions, facts from condition where left(subject, 36) = $1 order by opened_at',
        [ruleId],
      );
      return rows;
    },
  };
}
