import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import type { evaluateRules, RuleForm } from '@platen/contract/rules';
import { decide, measureTests, type Verdict } from '@platen/diagnosis/rules/decide';
import { sql } from 'kysely';
import { readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { isOfOperator } from '../../identity/visibility.ts';
import type { Connection } from '../../store/database.ts';
import { loadRuleDevices } from '../../worklist/load-facts.ts';
import { readEnabledRules } from '../../worklist/rules/live-rules.ts';
import { findScopes } from '../../worklist/rules/load-rules.ts';
import { loadInputs } from '../../worklist/rules/rule-inputs.ts';
import type { RuleGroup } from '../../worklist/rules/rule-scope.ts';

type Tried = AnswerOf<typeof evaluateRules>['rules'];

/**
 * Which rules hold on a device now, with each value (AR-16): those that are switched on, or one as written.
 */
export async function evaluateOnDevice(
  { db, pool }: Pick<Connection, 'db' | 'pool'>,
  user: SignedInUser,
  { deviceId, form }: BodyOf<typeof evaluateRules>,
  now: Date,
): Promise<Tried> {
  await readDevice({ pool }, user, deviceId, { name: 'seen', columns: sql`1` });
  const [device] = await loadRuleDevices(db, [deviceId], now);
  if (device === undefined) return [];
  const rules: { ruleId: string | null; form: RuleForm; group: RuleGroup }[] =
    form === undefined ? [...(await readEnabledRules(db, now)).rules] : [{ ruleId: null, form, group: null }];
  const inScope = new Set((await findScopes(db, rules, [device])).get(deviceId));
  const toInputs = await loadInputs(
    db,
    [device],
    rules.flatMap((rule) => rule.form.tests),
    now,
  );
  const inputs = toInputs(device);
  // Rules of others are named only where they hold this device.
  const shown = isOfOperator(user) || form !== undefined ? rules : rules.filter((rule) => inScope.has(rule));
  return shown.map((rule) => {
    const { name, tests } = rule.form;
    const decisions = decide(tests, measureTests(inputs, tests, now.getTime()));
    return {
      ruleId: rule.ruleId,
      name,
      inScope: inScope.has(rule),
      holds: anyHolds(decisions.map(({ verdict }) => verdict)),
      tests: tests.map((_, index) =>
        decisions.map(({ subject, found }) => {
          const one = found[index];
          return {
            ...(subject === '' ? {} : { subject }),
            holds: toHolds(one?.verdict ?? 'unknown'),
            value: one?.value ?? null,
            ...(one?.word === undefined ? {} : { word: one.word }),
          };
        }),
      ),
    };
  });
}

const toHolds = (verdict: Verdict): boolean | null => (verdict === 'unknown' ? null : verdict === 'holds');

/** True where it holds on one of its subjects; null where nothing holds and something is not known. */
const anyHolds = (verdicts: readonly Verdict[]): boolean | null =>
  verdicts.includes('holds') ? true : verdicts.includes('unknown') ? null : false;
