import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ruleTemplates } from '@platen/catalogue/rule-templates';
import { dayMs } from '@platen/contract/constants';
import { type RuleForm, ruleForm } from '@platen/contract/rules';
import { toOtherForms } from '@platen/diagnosis/rules/other-forms';
import { judgedMetrics } from '@platen/diagnosis/rules/past-figures';
import { tryForms } from '@platen/diagnosis/rules/try-on-device';
import { measureSpan, tryDevice } from '@platen/diagnosis/rules/try-rule';
import { mostJudged } from '@platen/server/features/rules/trial-job';
import { loadPast } from '@platen/server/jobs/trials/past-inputs';
import { tryDevices } from '@platen/server/jobs/trials/try-devices';
import { openStore, type Store } from '@platen/server/store/open-store';
import { addMonths, ensurePartitions, toMonth } from '@platen/server/store/partitions';
import { Client } from 'pg';
import { pino } from 'pino';
import { fillFleet } from '../lib/fleet.ts';
import { fillReadings } from '../lib/readings.ts';
import { toBenchRules } from './bench-rules.ts';

const days = 90;
const goalSeconds = 2;
const wholeGoalSeconds = 30;
const batchSize = 50;
const rest = () => Promise.resolve();
/** Of this process: what is measured with them waits for nothing. */
const cpuSeconds = () => process.cpuUsage().user / 1_000_000;
const offlineHours = 48;

/**
 * FG-11, BT-12, BT-13: trials of the templates' rules and of each judged figure over 90 days. `sql`: the
 * statements of the trial alone, their rows left as they come; `values`: rows are read and parsed; `rule`:
 * the rule from these values, and `others`: it and some 23 other forms, in seconds of processor time;
 * `whole`: everything, as a call asks for it; `cpu`: its processor time in this process. Of the rules those
 * whose name holds `only`.
 */
export async function measureTrials(devices: number, only: string): Promise<void> {
  console.log(`\nFilling a store with ${devices} devices and 200 days of full readings …`);
  const data = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const store = await openStore({ dataDirectory: data, log: pino({ level: 'warn' }) });
  try {
    await fillFleet(store, devices, 1);
    await fillReadings(store, devices, 200, () => undefined);
    await fillReports(store);
    const { rows } = await store.pool.query<{ device_id: string }>('select device_id from device');
    const all = rows.map((row) => row.device_id);
    console.log(
      `seconds for ${devices} devices and ${days} days; goals: ${goalSeconds} for 1,000 from values fetched once, ${wholeGoalSeconds} for 10,000 in whole`,
    );
    console.log(`${'rule'.padEnd(30)} devices    sql values   rule others  whole    cpu  whole / sql  fired`);
    const now = Date.now();
    const to = Math.floor(now / dayMs);
    const span = { from: to - days + 1, to, now };
    const forms = [...toBenchRules(ruleTemplates.length), ...toJudgedRules()];
    for (const form of forms.filter(({ name }) => name.includes(only))) {
      // As calls do where judgements are made afterwards.
      const metrics = judgedMetrics(form.tests);
      const ids = metrics.length > 0 ? all.slice(0, mostJudged(metrics)) : all;
      const parts = await measureParts(form, ids);
      const noted = noteStatements();
      const started = performance.now();
      const before = cpuSeconds();
      const { parts: found } = await tryDevices(
        store.db,
        { task: 'tryRules', scopes: [{ form, deviceIds: ids }], span, ruleId: null, examples: [] },
        { offlineHours, rest },
      );
      const whole = (performance.now() - started) / 1000;
      const cpu = cpuSeconds() - before;
      const bare = await measureStatements(store, noted.stop());
      const texts = [bare, parts.values, parts.rule, parts.others, whole, cpu].map((one) => one.toFixed(2).padStart(6));
      console.log(
        `${form.name.slice(0, 29).padEnd(30)} ${String(ids.length).padStart(7)} ${texts.join(' ')}  ${(whole / bare).toFixed(1).padStart(11)}  ${found[0]?.fired.length ?? 0}`,
      );
    }

    async function measureParts(form: RuleForm, ids: readonly string[]) {
      const seconds = { values: 0, rule: 0, others: 0 };
      const others = toOtherForms(form);
      for (let at = 0; at < ids.length; at += batchSize) {
        const begun = performance.now();
        const options = { span, offlineHours, judgedOf: () => [] };
        const loaded = await loadPast(store.db, ids.slice(at, at + batchSize), form.tests, options);
        const inputs = loaded.map((load) => load().inputs);
        seconds.values += (performance.now() - begun) / 1000;
        const read = cpuSeconds();
        for (const one of inputs) tryDevice(form, measureSpan(one, form, span));
        const tried = cpuSeconds();
        for (const one of inputs) tryForms(one, form, others, span);
        seconds.rule += tried - read;
        seconds.others += cpuSeconds() - tried;
      }
      return seconds;
    }
  } finally {
    await store.close();
    await rm(data, { recursive: true, force: true });
  }
}

/** A rule on each judged figure that no template asks for. */
function toJudgedRules(): RuleForm[] {
  const [usual] = toBenchRules(1);
  const tests = [
    { metric: 'supplyDays', comparison: 'below', value: 5, clear: 8 },
    { metric: 'partLifeSoon', comparison: 'above', value: 100, clear: 95 },
    { metric: 'failureSign', comparison: 'is', words: ['nextVisit', 'now'] },
  ];
  return tests.map((test) =>
    ruleForm.parse({ ...usual, name: `Judged: ${test.metric}`, openDelayMinutes: 0, tests: [test], scope: {} }),
  );
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Notes the statements that this process sends from now on, until `stop`. */
function noteStatements() {
  const statements: Statement[] = [];
  // Called with its client below, and put back as it was.
  // oxlint-disable-next-line typescript/unbound-method
  const original = Client.prototype.query;
  Client.prototype.query = new Proxy(original, {
    apply(target, self: Client, args: unknown[]) {
      const [text, values] = args;
      if (typeof text === 'string' && Array.isArray(values)) statements.push({ text, values });
      return Reflect.apply(target, self, args);
    },
  });
  return {
    stop() {
      Client.prototype.query = original;
      return statements;
    },
  };
}

/** Seconds of statements one after another in one session, their values not parsed. */
async function measureStatements(store: Store, statements: readonly Statement[]): Promise<number> {
  const client = new Client({ connectionString: store.url, types: { getTypeParser: () => (value: unknown) => value } });
  await client.connect();
  try {
    const started = performance.now();
    for (const { text, values } of statements) await client.query({ text, values, rowMode: 'array' });
    return (performance.now() - started) / 1000;
  } finally {
    await client.end();
  }
}

/** A report an hour over the days of a trial. */
async function fillReports({ db, pool }: Store): Promise<void> {
  const months = [0, -1, -2, -3, -4].map((back) => addMonths(toMonth(new Date()), back));
  await ensurePartitions(
    db,
    months.map((month) => ({ table: 'device_report' as const, month })),
  );
  // A day in each statement: the sessions of the store end longer ones.
  for (let day = 0; day < days; day++)
    await pool.query(
      `insert into device_report (device_id, observed_at, digest, received_at)
       select device_id, at, 1, at from device, generate_series(1, 24) as hours,
         lateral (select now() - ($1::int + 1) * interval '1 day' + hours * interval '1 hour' - interval '1 minute' as at) read
       on conflict do nothing`,
      [day],
    );
  await pool.query('analyze device_report');
}
