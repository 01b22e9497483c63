import type { Transaction } from 'kysely';
import { hashCollectorKey, makeCollectorKey } from '../../identity/collector-key.ts';
import { describeScope, type Scope } from '../../identity/collector-scope.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { AdminError, type Command } from './command.ts';
import { scopeOptions, scopeUsage, toScope } from './scope-options.ts';
import { toArgument } from './values.ts';

/** What a collector key may report for, and exchanging the key. */
export const keyCommands: readonly Command[] = [
  {
    name: 'collectors bind',
    usage: `<name> ${scopeUsage} [--add]`,
    summary: 'Set what the key may report for from now on; --add: beside what it may already',
    arguments: [1, 1],
    options: { ...scopeOptions, add: 'flag' },
    async run({ db, actor }, args) {
      const name = toArgument(args, 0, 'the name');
      const asked = toScope(args);
      const scope = await inTransaction(db, async (trx) => {
        const { scope: before } = await lockCollector(trx, name);
        const after = args.flag('add') ? join(before, asked) : asked;
        await setScope(trx, name, after);
        await recordChange(trx, {
          actor,
          action: 'collectors bind',
          subject: `collector:${name}`,
          detail: { from: before, to: after },
        });
        return after;
      });
      return { value: { name, scope }, lines: [`collector '${name}' may report for ${describeScope(scope)}`] };
    },
  },
  {
    name: 'collectors review',
    usage: '<name>',
    summary: 'Confirm what the key may report for, as an update of Platen bound it',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const name = toArgument(args, 0, 'the name');
      const scope = await inTransaction(db, async (trx) => {
        const found = await lockCollector(trx, name);
        await setScope(trx, name, found.scope);
        const detail = { scope: found.scope };
        await recordChange(trx, { actor, action: 'collectors review', subject: `collector:${name}`, detail });
        return found.scope;
      });
      return {
        value: { name, scope },
        lines: [`confirmed: collector '${name}' may report for ${describeScope(scope)}`],
      };
    },
  },
  {
    name: 'collectors rotate',
    usage: '<name>',
    summary: 'A new key for the same collector, shown this once; the old one is refused from now on',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const name = toArgument(args, 0, 'the name');
      const key = makeCollectorKey();
      await inTransaction(db, async (trx) => {
        const { revoked_at: revokedAt } = await lockCollector(trx, name);
        if (revokedAt !== null) throw new AdminError(`the key of '${name}' was revoked at ${revokedAt.toISOString()}`);
        await trx
          .updateTable('collector')
          .set({ key_hash: hashCollectorKey(key) })
          .where('name', '=', name)
          .execute();
        await recordChange(trx, { actor, action: 'collectors rotate', subject: `collector:${name}` });
      });
      return { value: { name, key }, lines: [`new key of collector '${name}', shown only now:`, key] };
    },
  },
];

async function lockCollector(trx: Transaction<Database>, name: string) {
  const found = await trx
    .selectFrom('collector')
    .select(['scope', 'revoked_at'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new AdminError(`there is no collector '${name}'`);
  return found;
}

async function setScope(trx: Transaction<Database>, name: string, scope: Scope): Promise<void> {
  await trx
    .updateTable('collector')
    .set({ scope: JSON.stringify(scope), scope_reviewed_at: new Date() })
    .where('name', '=', name)
    .execute();
}

function join(one: Scope, other: Scope): Scope {
  if (one.everywhere === true || other.everywhere === true) return { everywhere: true, places: [] };
  const isSame = (a: Scope['places'][number], b: Scope['places'][number]) =>
    a.dealerNumber === b.dealerNumber && a.customerNumber === b.customerNumber;
  return {
    places: [...one.places, ...other.places.filter((place) => !one.places.some((known) => isSame(known, place)))],
  };
}
