import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { dayMs } from '@platen/contract/constants';
import type { RuleForm } from '@platen/contract/rules';
import { toOtherForms } from '@platen/diagnosis/rules/other-forms';
import { tryForms } from '@platen/diagnosis/rules/try-on-device';
import { measureSpan, tryDevice } from '@platen/diagnosis/rules/try-rule';
import { loadPast } from '@platen/server/jobs/trials/past-inputs';
import { tryDevices } from '@platen/server/jobs/trials/try-devices';
import { openStore, type Store } from '@platen/server/store/open-store';
import { addMonths, ensurePartitions, toMonth } from '@platen/server/store/partitions';
import { pino } from 'pino';
import { fillFleet } from '../lib/fleet.ts';
import { fillReadings } from '../lib/readings.ts';
import { toBenchRules } from './bench-rules.ts';

const days = 90;
/** Templates that differ in what they read: errors and sheets, errors, levels, pages, silence. */
const wanted = ['Heavy jamming', 'Same service code', 'Toner changed early', 'Pages of a day', 'Silent'];
const goalSeconds = 2;
const batchSize = 50;
const rest = () => Promise.resolve();
/** Of this process: what is measured with them waits for nothing. */
const cpuSeconds = () => process.cpuUsage().user / 1_000_000;
const offlineHours = 48;

/**
 * FG-11, BT-12: trials of some rules over 90 days. `values`: their rows are read and parsed; `rule`: the rule
 * from these values, and `others`: it and some 23 other forms, in seconds of processor time; `whole`:
 * everything, as a call asks for it; `cpu`: its processor time in this process. Of the rules those whose name
 * holds `only`.
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
    const ids = rows.map((row) => row.device_id);
    console.log(
      `seconds for ${devices} devices and ${days} days; goal for 1,000: ${goalSeconds} from values fetched once`,
    );
    console.log(`${'rule'.padEnd(30)} values   rule  others  whole    cpu  whole / values  fired`);
    const now = Date.now();
    const to = Math.floor(now / dayMs);
    const span = { from: to - days + 1, to, now };
    const forms = toBenchRules(13).filter(({ name }) => wanted.some((one) => name.startsWith(one)));
    for (const form of forms.filter(({ name }) => name.includes(only))) {
      const parts = await measureParts(form);
      const started = performance.now();
      const before = cpuSeconds();
      const { parts: found } = await tryDevices(
        store.db,
        { task: 'tryRules', scopes: [{ form, deviceIds: ids }], span, ruleId: null, examples: [] },
        { offlineHours, rest },
      );
      const whole = (performance.now() - started) / 1000;
      const cpu = cpuSeconds() - before;
      const texts = [parts.values, parts.rule, parts.others, whole, cpu].map((one) => one.toFixed(2).padStart(6));
      console.log(
        `${form.name.slice(0, 29).padEnd(30)} ${texts.join(' ')}  ${(whole / parts.values).toFixed(1).padStart(14)}  ${found[0]?.fired.length ?? 0}`,
      );
    }

    async function measureParts(form: RuleForm) {
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
