import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { latestTermsVersion } from '@platen/contract/constants';
import type { Store } from '@platen/server/store/open-store';
import { fillFleet } from '../lib/fleet.ts';
import { HttpConnection } from '../lib/http-connection.ts';
import { type Figures, measure } from '../lib/load.ts';
import { leaveNothingDue } from '../lib/nothing-due.ts';
import { mainThreadSeconds } from '../lib/processes.ts';
import { type RunningServer, startServer } from '../lib/running-server.ts';
import { fillWorklist } from './filled-list.ts';

interface SendingOptions {
  readonly devices: number;
  /** For each measurement of a call. */
  readonly seconds: number;
  /** Each a measurement without sending and one of each way of sending. */
  readonly rounds: number;
  /** Milliseconds that the receivers take for a message. */
  readonly pause: number;
}

const channels = 32;
/** Of each channel in each round; with one condition each below what becomes one summary. */
const messages = 10;
const longestMs = 120_000;
const calls = ['/v1/devices?limit=100', '/v1/worklist?limit=100'] as const;

const modes = ['thread', 'main'] as const;
type Mode = (typeof modes)[number];

/**
 * Whether sending disturbs calls (next.md section 23), and whether a thread of its own helps (0467): calls
 * over one connection while nothing is due, and while 320 messages are due to half as many mail channels as
 * webhooks whose receivers are slow. The same server sends in its thread and in the main thread by turns.
 * Prints the figures of both, and how often which was better.
 */
export async function measureSending({ devices, seconds, rounds, pause }: SendingOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const receivers = await startReceivers(folder, pause);
  const fill = async (store: Store) => {
    await fillFleet(store, devices, 0);
    await fillWorklist(store);
    await leaveNothingDue(store);
  };
  const modeFile = join(folder, 'mode');
  const switchTo = async (mode: Mode) => await writeFile(modeFile, mode);
  await switchTo('thread');
  const server = await startServer(fill, {
    PLATEN_BENCH_SENDING: modeFile,
    NODE_OPTIONS: `--import=${new URL('./send-in-main.js', import.meta.url).href}`,
    PLATEN_WEBHOOK_ALLOW: '127.0.0.0/8',
    PLATEN_SMTP_URL: `smtps://127.0.0.1:${receivers.mail}`,
    PLATEN_MAIL_FROM: 'Platen <platen@platen.example>',
    NODE_EXTRA_CA_CERTS: receivers.certificate,
  });
  try {
    const channelIds = await makeChannels(server, receivers);
    const connection = new HttpConnection(server.url, await server.token('service'));
    await connection.request('POST', '/v1/termsOfUse', { version: latestTermsVersion });
    const ask = async (path: string) => {
      const answer = await connection.request('GET', path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
    };
    console.log(
      `\n${devices} devices, ${channels * messages} messages due in each round to ${channels} channels, ${pause} ms for each at its receiver`,
    );
    for (const mode of modes) {
      await switchTo(mode);
      const threadBefore = await mainThreadSeconds(server.pid);
      const started = performance.now();
      await makeDue(server.store, channelIds);
      await allSent(server.store);
      const [spent, elapsed] = [(await mainThreadSeconds(server.pid)) - threadBefore, performance.now() - started];
      console.log(
        `  ${mode.padEnd(6)} without calls ${((1000 * channels * messages) / elapsed).toFixed(0)} messages/s, ${((1000 * spent) / (channels * messages)).toFixed(2)} ms of the main thread each: ${((100_000 * spent) / elapsed).toFixed(1)} % of it`,
      );
    }
    for (const path of calls) {
      const still: Figures[] = [];
      const busy: Record<Mode, Figures[]> = { thread: [], main: [] };
      const sent: Record<Mode, number[]> = { thread: [], main: [] };
      for (let round = 0; round < rounds; round++) {
        still.push(await measure(1, seconds, () => ask(path)));
        // The first one is last in the next round: what drifts falls upon both.
        for (const mode of round % 2 === 0 ? modes : modes.toReversed()) {
          await switchTo(mode);
          await makeDue(server.store, channelIds);
          await receivers.untilMore();
          const before = await receivers.taken();
          busy[mode].push(await measure(1, seconds, () => ask(path)));
          sent[mode].push((await receivers.taken()) - before);
          await allSent(server.store);
        }
      }
      for (const mode of modes) printBoth(`${mode} ${path}`, still, busy[mode], sent[mode], seconds);
      printPairs(path, busy.thread, busy.main);
    }
    connection.close();
  } finally {
    await server.stop();
    receivers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function printBoth(
  path: string,
  still: readonly Figures[],
  busy: readonly Figures[],
  sent: readonly number[],
  seconds: number,
): void {
  const of = (all: readonly Figures[], name: 'p50' | 'p99') => median(all.map((one) => one[name]));
  const both = (['p50', 'p99'] as const).map(
    (name) =>
      `${name} ${of(still, name).toFixed(2)} ms still, ${of(busy, name).toFixed(2)} ms while sending: ${(of(busy, name) / of(still, name)).toFixed(2)}`,
  );
  console.log(`  ${path.padEnd(31)} ${both.join('; ')}; ${(median(sent) / seconds).toFixed(0)} messages/s taken`);
}

/** In how many rounds calls were faster with the thread, and the middle of the ratios, round by round. */
function printPairs(path: string, inThread: readonly Figures[], inMain: readonly Figures[]): void {
  const of = (name: 'p50' | 'p99') => {
    const ratios = inThread.map((one, index) => one[name] / (inMain[index]?.[name] ?? Number.NaN));
    const better = ratios.filter((ratio) => ratio < 1).length;
    return `${name} ${median(ratios).toFixed(2)} times that of main, lower in ${better} of ${ratios.length} rounds`;
  };
  console.log(`  thread against main, ${path}: ${of('p50')}; ${of('p99')}`);
}

interface Receivers {
  readonly webhook: number;
  readonly mail: number;
  /** File of the certificate that both have. */
  readonly certificate: string;
  taken(): Promise<number>;
  /** Settles when a further message has arrived. */
  untilMore(): Promise<void>;
  stop(): void;
}

async function startReceivers(folder: string, pause: number): Promise<Receivers> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=bench', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await promisify(execFile)('openssl', [...request, ...names, '-keyout', key, '-out', certificate]);
  const child = fork(fileURLToPath(new URL('./slow-receivers.js', import.meta.url)), [String(pause), key, certificate]);
  const next = async (): Promise<{ webhook: number; mail: number }> => {
    const [message]: unknown[] = await once(child, 'message');
    const read = (name: string) =>
      typeof message === 'object' && message !== null ? Number(Reflect.get(message, name)) : Number.NaN;
    return { webhook: read('webhook'), mail: read('mail') };
  };
  const taken = async () => {
    const answer = next();
    child.send('count');
    const { webhook, mail } = await answer;
    return webhook + mail;
  };
  return {
    ...(await next()),
    certificate,
    taken,
    async untilMore() {
      const before = await taken();
      while ((await taken()) === before) await wait(50);
    },
    stop: () => child.disconnect(),
  };
}

/** Channels of the organisation, two webhooks for each of mail, all confirmed. */
async function makeChannels(server: RunningServer, { webhook }: Receivers): Promise<readonly string[]> {
  const connection = new HttpConnection(server.url, await server.token('admin'));
  await connection.request('POST', '/v1/termsOfUse', { version: latestTermsVersion });
  for (let index = 0; index < channels; index++) {
    const isMail = index % 3 === 0;
    const answer = await connection.request('POST', '/v1/channels', {
      kind: isMail ? 'mail' : 'webhook',
      owner: 'organisation',
      name: `Channel ${index}`,
      address: isMail ? `desk${index}@platen.example` : `https://127.0.0.1:${webhook}/${index}`,
      language: index % 2 === 0 ? 'en-us' : 'ja-jp',
      zone: 'Europe/Berlin',
      limits: { hour: 1000, day: 10_000 },
    });
    if (answer.status !== 200) throw new Error(`a channel: ${answer.status} ${answer.body}`);
  }
  connection.close();
  const { pool } = server.store;
  await pool.query(`update channel set state = 'active'`);
  await pool.query(`delete from delivery`);
  await pool.query(
    `insert into subscription (subscription_id, channel_id, form, place)
     select gen_random_uuid(), channel_id, '{"name": "all", "scope": {}, "leastPriority": "P4", "events": ["snoozed"], "when": {"at": "once"}, "quiet": null}', 0
     from channel`,
  );
  const { rows } = await pool.query<{ id: string }>('select channel_id as id from channel order by channel_id');
  return rows.map(({ id }) => id);
}

/** Openings of conditions that may go to machines, each of another customer and so a message of its own. */
async function makeDue({ pool }: Store, channelIds: readonly string[]): Promise<void> {
  // What was sent in an earlier round would hold back, be a change of that, or count.
  await pool.query('delete from delivery');
  await pool.query(
    `insert into delivery (delivery_id, channel_id, subscription_id, kind, event, at, entity_id, entity, condition_id, group_key, priority, state, reason, due_at)
     select gen_random_uuid(), s.channel_id, s.subscription_id, 'change', 'opened', now() - interval '3 minutes', c.entity_id, 'device', c.condition_id,
       c.condition_id::text, 2, 'held', 'group', now() - interval '1 minute'
     from subscription s, lateral (select c.* from condition c
       where c.work = 'open' and c.source <> 'judgement' and c.condition_id > gen_random_uuid() limit $2) c
     where s.channel_id = any($1::uuid[])`,
    [channelIds, messages],
  );
  await pool.query(`select graphile_worker.add_job('deliver', '{}'::json, job_key => 'deliver', max_attempts => 1)`);
}

/** Waits for the messages of a round; reminders of them wait for hours of work. */
async function allSent({ pool }: Store): Promise<void> {
  const end = Date.now() + longestMs;
  while (Date.now() < end) {
    const { rows } = await pool.query<{ state: string; n: number }>(
      `select state, count(*)::int as n from delivery where kind = 'change' group by state`,
    );
    if (rows.every(({ state }) => state === 'accepted' || state === 'merged')) return;
    const bad = rows.find(({ state }) => ['failed', 'givenUp', 'dropped'].includes(state));
    if (bad !== undefined) throw new Error(`${bad.n} messages are ${bad.state}`);
    await wait(100);
  }
  throw new Error(`not all messages were sent within ${longestMs / 1000} s`);
}
