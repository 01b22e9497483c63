import type { Family } from '@platen/catalogue/families/families';
import type { DeviceReport } from '@platen/contract/report';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';
import type { SetCode } from './visits.ts';

type Row = NonNullable<NonNullable<DeviceReport['codes']>['code08']>[number];
interface Codes {
  code05: Row[];
  code08: Row[];
  code13: Omit<Row, 'sub'>[];
}

/** How the value of a code comes about. */
type Rule =
  /** A setting of the family that hardly anybody changes. */
  | { readonly kind: 'default'; readonly value: number; readonly others: readonly number[]; readonly changed: number }
  /** A setting that each customer has its own way with. */
  | { readonly kind: 'site'; readonly values: readonly number[] }
  /** An adjustment: differs from machine to machine around the family's mean. */
  | { readonly kind: 'adjusted'; readonly mean: number; readonly spread: number }
  | { readonly kind: 'text'; readonly value: string };

interface Definition {
  readonly main: number;
  readonly sub: number;
  readonly rule: Rule;
}

interface Tables {
  readonly code05: readonly Definition[];
  readonly code08: readonly Definition[];
  readonly code13: readonly Definition[];
}

const sizes = { code05: 210, code08: 170, code13: 24 } as const;
const firstMains = { code05: 2025, code08: 3612, code13: 100 } as const;
/** Codes that the machine adjusts by itself, and how often a day; chance of cleared memory, a day. */
const selfAdjusting = { every: 12, daily: 0.35 } as const;
const memoryCleared = 0.0004;
/** Share of the visits on which something is adjusted, and how many codes at most. */
const byPeople = { adjusts: 0.35, most: 3 } as const;
/** Settings that a release changes. */
const byRelease = 2;
const made = new Map<string, Tables>();

/** Which codes the machines of a family have and what is usual for them. */
function tablesOf(seed: string, family: Family): Tables {
  const key = `${seed}/${family.code}`;
  const found = made.get(key);
  if (found !== undefined) return found;
  const define = (table: keyof Tables): Definition[] => {
    const own = new Random(seed, 'codes', table, family.code);
    const related = new Random(seed, 'codes', table, 'related', family.related);
    // The same codes in every family, as a maker's books have them; of what is usual a fifth differs between
    // related families.
    const shared = new Random(seed, 'codes', table);
    const rows: Definition[] = [];
    for (let main: number = firstMains[table]; rows.length < sizes[table]; main += shared.whole(1, 30)) {
      const subs = table === 'code13' ? 1 : shared.pick([1, 1, 1, 2, 4]);
      for (let sub = 0; sub < subs; sub++) {
        const rules = [toRule(table, related), toRule(table, own)] as const;
        rows.push({ main, sub, rule: rules[own.is(0.8) ? 0 : 1] });
      }
    }
    return rows;
  };
  const tables = { code05: define('code05'), code08: define('code08'), code13: define('code13') };
  made.set(key, tables);
  return tables;
}

function toRule(table: keyof Tables, random: Random): Rule {
  const kind = random.next();
  if (table === 'code13') return { kind: 'text', value: String(random.whole(0, 99)) };
  const adjusted = table === 'code05' ? 0.45 : 0.06;
  if (kind < adjusted) return { kind: 'adjusted', mean: random.whole(60, 200), spread: random.between(1.2, 9) };
  if (kind < adjusted + 0.1) return { kind: 'site', values: [0, 1, 2, 3].slice(0, random.whole(2, 4)) };
  if (kind > 0.97) return { kind: 'text', value: random.pick(['A4', 'LT', 'AUTO', 'ON', '81', 'JP-1']) };
  const value = random.pick([0, 0, 1, 1, 2, 3, 5, 10, 128]);
  return {
    kind: 'default',
    value,
    others: [value + 1, value + 2, value === 0 ? 3 : 0],
    changed: random.between(0.002, 0.04),
  };
}

/** What a day brings to the codes of a device. */
interface CodeDay {
  readonly isVisited: boolean;
  /** Set by hand on a visit. */
  readonly set: readonly SetCode[];
  /** Firmware that was taken today; undefined: none. */
  readonly release: string | undefined;
}

/**
 * The service codes of a device: mostly what is usual for its family, some settings of the site, some
 * adjustments, a few outliers.
 */
export class CodeTable {
  readonly #spec: DeviceSpec;
  readonly #random: Random;
  /** Draws of its own: the rest of the fleet stays as it is without them. */
  readonly #history: Random;
  readonly #visits: Random;
  readonly #tables: Tables;
  #body: Codes;

  constructor(spec: DeviceSpec) {
    this.#spec = spec;
    this.#random = new Random(spec.seed, spec.index, 'codes');
    this.#history = new Random(spec.seed, spec.index, 'codes by themselves');
    this.#visits = new Random(spec.seed, spec.index, 'codes at visits');
    this.#tables = tablesOf(spec.seed, spec.family);
    const rows = (table: keyof Tables) =>
      this.#tables[table].map(({ main, sub, rule }) => ({ main, sub, value: this.#draw(table, main, sub, rule) }));
    this.#body = {
      code05: rows('code05'),
      code08: rows('code08'),
      code13: rows('code13').map(({ main, value }) => ({ main, value })),
    };
  }

  /** True on the days that a code is set: by someone unknown, on a visit, by a release, or all at once. */
  step({ isVisited, set, release }: CodeDay): boolean {
    this.#adjust();
    const isCleared = this.#history.is(memoryCleared);
    if (isCleared) this.#clear();
    if (release !== undefined) this.#release(release);
    const isSet = isVisited && (this.#adjustByHand() || set.length > 0);
    this.#setTo(set);
    const isKnown = isCleared || release !== undefined || isSet;
    if (!this.#random.is(0.008)) return isKnown;
    const table = this.#random.is(0.7) ? 'code05' : 'code08';
    const changed = this.#random.whole(0, sizes[table] - 1);
    this.#body = {
      ...this.#body,
      [table]: this.#body[table].map((row, i) => (i === changed ? this.#set(row, i, table) : row)),
    };
    return true;
  }

  /** A technician adjusts a few codes around the mean of the family. False: none today. */
  #adjustByHand(): boolean {
    const random = this.#visits;
    if (!random.is(byPeople.adjusts)) return false;
    const places = this.#tables.code05.flatMap(({ rule }, place) =>
      rule.kind === 'adjusted' && place % selfAdjusting.every !== 0 ? place : [],
    );
    const chosen = new Set(Array.from({ length: random.whole(1, byPeople.most) }, () => random.pick(places)));
    const code05 = this.#body.code05.map((row, place) => {
      const rule = this.#tables.code05[place]?.rule;
      if (rule?.kind !== 'adjusted' || !chosen.has(place)) return row;
      return { ...row, value: String(Math.max(0, Math.round(rule.mean + rule.spread * random.normal()))) };
    });
    this.#body = { ...this.#body, code05 };
    return true;
  }

  /** A release gives a few settings another default, the same ones on every device of the family. */
  #release(version: string): void {
    const { seed, family } = this.#spec;
    const random = new Random(seed, 'codes of a release', family.code, version);
    const places = this.#tables.code08.flatMap(({ rule }, place) => (rule.kind === 'default' ? place : []));
    const chosen = new Set(Array.from({ length: byRelease }, () => random.pick(places)));
    const code08 = this.#body.code08.map((row, place) => {
      const rule = this.#tables.code08[place]?.rule;
      return rule?.kind === 'default' && chosen.has(place)
        ? { ...row, value: String(rule.others[0] ?? rule.value) }
        : row;
    });
    this.#body = { ...this.#body, code08 };
  }

  #setTo(set: readonly SetCode[]): void {
    if (set.length === 0) return;
    const values = new Map(set.map(({ code, to }) => [code, to]));
    const apply = (kind: '05' | '08') =>
      this.#body[`code${kind}`].map((row) => {
        const to = values.get(`${kind}-${row.main}-${row.sub}`);
        return to === undefined ? row : { ...row, value: to };
      });
    this.#body = { ...this.#body, code05: apply('05'), code08: apply('08') };
  }

  /** What the machine adjusts by itself moves by one now and then; the next report of codes has it. */
  #adjust(): void {
    const code05 = this.#body.code05.map((row, place) => {
      const rule = this.#tables.code05[place]?.rule;
      if (rule?.kind !== 'adjusted' || place % selfAdjusting.every !== 0) return row;
      if (!this.#history.is(selfAdjusting.daily)) return row;
      return { ...row, value: String(Math.max(0, Number(row.value) + (this.#history.is(0.5) ? 1 : -1))) };
    });
    this.#body = { ...this.#body, code05 };
  }

  /** Memory was cleared: every setting is at the value of the family again. */
  #clear(): void {
    const reset = (table: 'code05' | 'code08') =>
      this.#body[table].map((row, place) => {
        const rule = this.#tables[table][place]?.rule;
        if (rule?.kind === 'default') return { ...row, value: String(rule.value) };
        return rule?.kind === 'adjusted' ? { ...row, value: String(Math.round(rule.mean)) } : row;
      });
    this.#body = { ...this.#body, code05: reset('code05'), code08: reset('code08') };
  }

  toSection(): Codes {
    return this.#body;
  }

  #set(row: Row, place: number, table: 'code05' | 'code08'): Row {
    const rule = this.#tables[table][place]?.rule;
    return rule === undefined ? row : { ...row, value: this.#draw(table, row.main, row.sub, rule) };
  }

  #draw(table: keyof Tables, main: number, sub: number, rule: Rule): string {
    const random = this.#random;
    const outlier = random.is(0.0015);
    switch (rule.kind) {
      case 'text':
        return rule.value;
      case 'site':
        return String(
          new Random(this.#spec.seed, 'site', this.#spec.customer.number, table, main, sub).pick(rule.values),
        );
      case 'default':
        return String(outlier || random.is(rule.changed) ? random.pick(rule.others) : rule.value);
      case 'adjusted': {
        const off = outlier ? (random.is(0.5) ? 1 : -1) * random.between(9, 25) : random.normal();
        return String(Math.max(0, Math.round(rule.mean + rule.spread * off)));
      }
      default:
        return rule satisfies never;
    }
  }
}
