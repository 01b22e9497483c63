import { addTable, finishFleetTally, startFleetTally } from '../src/codes/fleet-codes.ts';
import { addGroup, addPart, closeGroup, finishLevels, startFleetGroup } from '../src/codes/fleet-group.ts';
import { type LevelRules, levelBy, toLevelRules } from '../src/codes/stored-codes.ts';
import { chance } from './chance.ts';

/** Values judged and those above level 0. */
interface Alarms {
  judged: number;
  flagged: number;
}
interface Line {
  readonly family: number;
  readonly tables: ReadonlyMap<string, string>[];
}

type Dice = Pick<ReturnType<typeof chance>, 'uniform' | 'normal'>;
const codes = 300;
const sizes = [36, 22, 14, 7, 3, 1];

/**
 * Three related families of six firmware lines each, 300 codes: settings that some sites change, settings
 * whose default some versions changed (one in twelve), adjustments around a mean of the family and version,
 * skewed counts. Every device is sound. Each is judged by the nearest group of its family that has a rule, as
 * a server does. `rare`: one far value a device, for how many are found.
 */
export function simulateFalseAlarms(seed: number): {
  bySize: Map<string, Alarms>;
  rare: { all: number; found: number };
} {
  const dice = chance(seed);
  const lines = [0, 1, 2].flatMap((family) =>
    sizes.map((size): Line => ({ family, tables: makeLine(family, size, dice) })),
  );
  const related = startFleetGroup();
  const families = [0, 1, 2].map((family) => {
    const group = startFleetGroup();
    for (const { tables } of lines.filter((line) => line.family === family)) addPart(group, tallyOf(tables));
    closeGroup(group);
    addGroup(related, group);
    return toLevelRules(finishLevels(group));
  });
  closeGroup(related);
  const widest = toLevelRules(finishLevels(related));
  const bySize = new Map<string, Alarms>();
  const rare = { all: 0, found: 0 };
  for (const { family, tables } of lines) {
    const rules = [toLevelRules(finishFleetTally(tallyOf(tables))), families[family] ?? {}, widest].find(hasAny) ?? {};
    const name = tables.length >= 20 ? '20 or more' : tables.length >= 5 ? '5 to 19' : 'fewer than 5';
    const alarms = bySize.get(name) ?? { judged: 0, flagged: 0 };
    bySize.set(name, alarms);
    for (const table of tables) countAlarms(table, rules, alarms);
    for (const table of tables) {
      const [key = '', value = ''] = [...table].find(([code]) => code === '7.0') ?? [];
      rare.all++;
      if ((levelBy(String(Number(value) + 500), rules[key]) ?? 0) > 0) rare.found++;
    }
  }
  return { bySize, rare };
}

const hasAny = (rules: LevelRules): boolean => Object.keys(rules).length > 0;

function countAlarms(table: ReadonlyMap<string, string>, rules: LevelRules, alarms: Alarms): void {
  for (const [key, value] of table) {
    const level = levelBy(value, rules[key]);
    if (level === null) continue;
    alarms.judged++;
    if (level > 0) alarms.flagged++;
  }
}

function tallyOf(tables: readonly ReadonlyMap<string, string>[]) {
  const tally = startFleetTally();
  for (const [i, table] of tables.entries()) addTable(tally, table, `D-${i % 4}`);
  return tally;
}

function makeLine(family: number, size: number, { uniform: next, normal }: Dice): ReadonlyMap<string, string>[] {
  const shifts = Array.from({ length: codes }, (_, code) => ({
    isChanged: code % 12 === 0 && next() < 0.3,
    mean: 100 + (code % 9) + (code % 5 === 0 ? 6 * family : 0) + (next() < 0.2 ? 2 * normal() : 0),
  }));
  return Array.from(
    { length: size },
    () =>
      new Map(
        shifts.map(({ isChanged, mean }, code) => [
          `${code}.0`,
          draw(code, isChanged, mean, { uniform: next, normal }),
        ]),
      ),
  );
}

function draw(code: number, isChanged: boolean, mean: number, { uniform: next, normal }: Dice): string {
  if (code % 12 === 0) return isChanged ? '9' : '4';
  if (code % 10 === 3) return String(Math.floor(-400 * Math.log(1 - next())));
  if (code % 10 === 4) return next() < 0.6 ? 'A4' : 'A3';
  if (code % 2 === 0) return next() < 0.006 ? '1' : '0';
  return (mean + 4 * normal()).toFixed(0);
}
