import { actors, conditionKinds, shownStates, snoozeReasons } from '@platen/contract/worklist-names';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { bitsOf, overlap, snoozed, type TraitName, toMask, traitNames, unowned } from './traits.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const columns: Readonly<Record<TraitName, string>> = {
  state: 'states',
  kind: 'kinds',
  whoCanAct: 'actors',
  waiting: 'snoozes',
};

/** The bits that a row of the list gets. */
async function read(values: string): Promise<number> {
  const { rows } = await database.pool.query<{ traits: string }>(
    `with removed as (delete from worklist_row)
     insert into worklist_row (entity_id, entity, ${values.split('=')[0]}) values (gen_random_uuid(), 'device', ${values.split('=')[1]}) returning traits`,
  );
  return Number(rows[0]?.traits);
}

describe('traits of a row of the list', () => {
  test('WL-55: every state, kind, actor and reason of the contract has the bit that its column gives it', async () => {
    const names = { state: shownStates, kind: conditionKinds, whoCanAct: actors, waiting: snoozeReasons };
    for (const trait of traitNames) {
      expect(bitsOf(trait).map(([name]) => name)).toEqual([...names[trait]]);
      for (const [name, bit] of bitsOf(trait))
        expect([name, await read(`${columns[trait]}='{${name}}'`)]).toEqual([name, bit + unowned]);
      const all = await read(`${columns[trait]}='{${names[trait].join(',')}}'`);
      expect(all).toBe(toMask(trait, names[trait]) + unowned);
    }
  });

  test('WL-55 WL-57: a row without an owner and one that is snoozed as a whole have bits of their own', async () => {
    expect(await read(`assignees='{${crypto.randomUUID()}}'`)).toBe(0);
    expect(await read(`state='snoozed'`)).toBe(snoozed + unowned);
  });

  test('no bit is given twice, and those beyond 32 are compared too', () => {
    const bits = [...traitNames.flatMap((trait) => bitsOf(trait).map(([, bit]) => bit)), unowned, snoozed];
    expect(new Set(bits).size).toBe(bits.length);
    for (const a of bits) for (const b of bits) expect([a, b, overlap(a, b)]).toEqual([a, b, a === b]);
    expect(overlap(toMask('kind', ['person', 'down']), toMask('kind', ['person', 'supply']))).toBe(true);
  });
});
