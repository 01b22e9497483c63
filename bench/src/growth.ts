// npm run bench:growth -- [largest power of ten] [seconds] [folder] [part of a name]: the same calls and job
// rounds over fleets of 10,000, 100,000 and, with 6, 1,000,000 devices, one after the other on this machine,
// with the ratio of each to 10,000. With a folder the filled stores stay there for the next run.

import { setTimeout as wait } from 'node:timers/promises';
import { type GrowthCase, growthCases } from './growth/cases.ts';
import { measureRounds } from './growth/rounds.ts';
import { awaitTotals, grantHalf, openConnection, startSite } from './growth/site.ts';
import { anyText, readArguments, whole } from './lib/arguments.ts';
import type { HttpConnection } from './lib/http-connection.ts';
import { measure } from './lib/load.ts';

const [largest, seconds, folder, only] = readArguments(
  'growth',
  whole('largest power of ten', 5, 4),
  whole('seconds', 2),
  anyText('folder'),
  anyText('part of a name'),
);
/** Jobs that run at start, as the count of the fleet, are over by then. */
const settleMs = 20_000;
/** Promised of lists, searches and stopped devices at 1,000,000 devices over one connection. */
const goal = { ratio: 2, p99: 100 };

interface Figure {
  readonly p50: number;
  readonly p99: number;
  readonly least: number;
}
const toCell = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(1));
const sizes = Array.from({ length: largest - 3 }, (_, index) => 10 ** (index + 4));
const table = new Map<string, Figure[]>();
const note = (name: string, figure: Figure) => {
  table.set(name, [...(table.get(name) ?? []), figure]);
  const shown = [figure.least, figure.p50, figure.p99].map((ms) => ms.toFixed(1).padStart(9));
  console.log(`  ${name.padEnd(34)} ${shown.join(' ')}`);
};

for (const devices of sizes) {
  console.log(`${devices.toLocaleString('en')} devices …`);
  await measureFleet(devices);
}
printTable();

async function measureFleet(devices: number): Promise<void> {
  const server = await startSite(devices, folder);
  try {
    await grantHalf(server);
    await wait(settleMs);
    await awaitTotals(server);
    const connections = {
      service: await openConnection(server, 'service'),
      dealer: await openConnection(server, 'dealer'),
    };
    for (const one of growthCases.filter(({ name }) => name.includes(only)))
      note(one.name, await measureCase(one, connections[one.user], devices));
    for (const connection of Object.values(connections)) connection.close();
    for (const [name, ms] of await measureRounds(server.store))
      if (name.includes(only)) note(name, { p50: ms, p99: Number.NaN, least: ms });
  } finally {
    await server.stop();
  }
}

async function measureCase(one: GrowthCase, connection: HttpConnection, devices: number): Promise<Figure> {
  return await measure(1, seconds, async (_, round) => {
    const answer = await connection.request(one.method, one.path(round, devices), one.body?.(round, devices));
    if (answer.status !== 200) throw new Error(`${one.name}: ${answer.status} ${answer.body}`);
  });
}

function printTable(): void {
  const head = sizes.map((size) => `| 10^${Math.log10(size)}: least ms | p50 | p99 `).join('');
  const ratios = sizes
    .slice(1)
    .map((size) => `| 10^${Math.log10(size)} / 10^4: least | p50 `)
    .join('');
  console.log(`\n| call ${head}${ratios}|\n|${' --- |'.repeat(1 + 3 * sizes.length + 2 * (sizes.length - 1))}`);
  for (const [name, figures] of table) {
    const cells = figures.flatMap(({ least, p50, p99 }) => [least, p50, p99].map(toCell));
    const [first] = figures;
    const compared = figures
      .slice(1)
      .flatMap((figure) => [figure.least / (first?.least ?? Number.NaN), figure.p50 / (first?.p50 ?? Number.NaN)])
      .map(toCell);
    console.log(`| ${[name, ...cells, ...compared].join(' | ')} |`);
  }
  const beyond = [...table].filter(([name, figures]) => {
    const [first, last] = [figures[0], figures.at(-1)];
    if (name.startsWith('job') || first === undefined || last === undefined) return false;
    return last.p50 > goal.ratio * first.p50 || last.p99 > goal.p99;
  });
  console.log(
    beyond.length === 0
      ? `\nEvery call: at most ${goal.ratio} times as slow, p99 at most ${goal.p99} ms.`
      : `\nMore than ${goal.ratio} times as slow, or p99 above ${goal.p99} ms: ${beyond.map(([name]) => name).join('; ')}.`,
  );
}
