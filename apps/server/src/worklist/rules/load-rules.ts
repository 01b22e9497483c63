import { type DeviceRules, noRules, type RuleFailure } from '@platen/diagnosis/rules/rule-spans';
import { type Kysely, sql } from 'kysely';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { type EnabledRule, readEnabledRules } from './live-rules.ts';
import { loadInputs, type RuleDevice } from './rule-inputs.ts';
import { holdsAll, readSeries, toScopeCondition } from './rule-scope.ts';

type Db = Kysely<Database>;

/** The rules of each of these devices, with the values that they look at. */
export interface LoadedRules {
  readonly rulesOf: (deviceId: string) => DeviceRules;
  /** Rules that cannot be read. */
  readonly failures: readonly RuleFailure[];
}

/**
 * Loads the rules that are switched on for the devices in their scopes; without any it is one short
 * statement.
 */
export async function loadRules(db: Db, devices: readonly RuleDevice[], now: Date): Promise<LoadedRules> {
  const { rules, resting, failures } = await readEnabledRules(db, now);
  const without = resting.length === 0 ? noRules : { ...noRules, resting };
  const byDevice = rules.length === 0 ? new Map<string, EnabledRule[]>() : await findScopes(db, rules, devices);
  const concerned = devices.filter(({ deviceId }) => (byDevice.get(deviceId)?.length ?? 0) > 0);
  if (concerned.length === 0) return { rulesOf: () => without, failures };
  const used = new Set([...byDevice.values()].flat());
  const toInputs = await loadInputs(
    db,
    concerned,
    [...used].flatMap(({ form }) => form.tests),
    now,
  );
  const known = new Map(concerned.map((device) => [device.deviceId, device]));
  return {
    failures,
    rulesOf: (deviceId) => {
      const device = known.get(deviceId);
      return device === undefined
        ? without
        : { rules: byDevice.get(deviceId) ?? [], inputs: toInputs(device), resting };
    },
  };
}

/** Which rules hold which of these devices: one statement, whatever the number of rules. */
export async function findScopes<Rule extends Pick<EnabledRule, 'form' | 'group'>>(
  db: Db,
  rules: readonly Rule[],
  devices: readonly Pick<RuleDevice, 'deviceId'>[],
): Promise<Map<string, Rule[]>> {
  const ids = devices.map(({ deviceId }) => deviceId);
  const narrow = rules.filter(({ form, group }) => !holdsAll(form.scope, group));
  if (narrow.length === 0) return new Map(ids.map((id) => [id, [...rules]]));
  const series = await readSeries(
    db,
    narrow.map(({ form }) => form.scope),
    ids,
  );
  const { rows } = await sql<{ device_id: string; holds: boolean[] }>`
    select d.device_id, array[${sql.join(narrow.map(({ form, group }) => toScopeCondition(form.scope, series, group)))}] as holds
    from device d where d.device_id = any(${uuids(ids)})`.execute(db);
  return new Map(
    rows.map(({ device_id: id, holds }) => {
      const outside = new Set(narrow.filter((_, index) => holds[index] !== true));
      return [id, rules.filter((rule) => !outside.has(rule))];
    }),
  );
}
