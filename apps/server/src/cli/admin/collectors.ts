import { randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { hashCollectorKey } from '../../identity/collector-key.ts';
import { recordChange } from '../../store/audit.ts';
import { AdminError, type Command } from './command.ts';
import { toArgument, toTable } from './values.ts';

export const collectorCommands: readonly Command[] = [
  {
    name: 'collectors list',
    usage: '',
    summary: 'All collectors, when they were last heard, and which keys are revoked',
    arguments: [0, 0],
    async run({ db }) {
      const rows = await db
        .selectFrom('collector')
        .select([
          'collector_id as collectorId',
          'name',
          'version',
          'created_at as createdAt',
          'last_contact_at as lastContactAt',
          'revoked_at as revokedAt',
        ])
        .orderBy('name')
        .execute();
      const table = rows.map((row) => [
        row.name,
        row.version,
        row.lastContactAt?.toISOString() ?? 'never',
        row.revokedAt === null ? '' : `revoked ${row.revokedAt.toISOString()}`,
      ]);
      return { value: { collectors: rows }, lines: toTable(['NAME', 'VERSION', 'LAST HEARD', ''], table) };
    },
  },
  {
    name: 'collectors add',
    usage: '<name>',
    summary: 'A key for a collector or a reporting device; it is shown this once',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const name = toArgument(args, 0, 'the name');
      const key = `plk_${randomBytes(32).toString('base64url')}`;
      const collectorId = newId();
      await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows: added } = await trx
          .insertInto('collector')
          .values({
            collector_id: collectorId,
            name,
            key_hash: hashCollectorKey(key),
            revoked_at: null,
            last_contact_at: null,
            version: null,
          })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirstOrThrow();
        if (added !== 1n)
          throw new AdminError(`there is a collector '${name}' already; revoked names are not used again`);
        await recordChange(trx, {
          actor,
          action: 'collectors add',
          subject: `collector:${name}`,
          detail: { collectorId },
        });
      });
      return { value: { collectorId, name, key }, lines: [`added collector '${name}'. Its key, shown only now:`, key] };
    },
  },
  {
    name: 'collectors revoke',
    usage: '<name>',
    summary: 'Refuse the key from now on; what was delivered stays',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const name = toArgument(args, 0, 'the name');
      const revokedAt = await db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom('collector')
          .select(['collector_id', 'revoked_at'])
          .where('name', '=', name)
          .forUpdate()
          .executeTakeFirst();
        if (found === undefined) throw new AdminError(`there is no collector '${name}'`);
        if (found.revoked_at !== null)
          throw new AdminError(`the key of '${name}' was revoked already, at ${found.revoked_at.toISOString()}`);
        const at = new Date();
        await trx
          .updateTable('collector')
          .set({ revoked_at: at })
          .where('collector_id', '=', found.collector_id)
          .execute();
        await recordChange(trx, { actor, action: 'collectors revoke', subject: `collector:${name}` });
        return at;
      });
      return { value: { name, revokedAt }, lines: [`revoked the key of collector '${name}'`] };
    },
  },
];
