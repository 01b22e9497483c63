import { v7 as newId } from 'uuid';
import { hashCollectorKey, makeCollectorKey } from '../../identity/collector-key.ts';
import { describeScope } from '../../identity/collector-scope.ts';
import { recordChange } from '../../store/audit.ts';
import { AdminError, type Command } from './command.ts';
import { scopeOptions, scopeUsage, toScope } from './scope-options.ts';
import { toArgument, toTable } from './values.ts';

export const collectorCommands: readonly Command[] = [
  {
    name: 'collectors list',
    usage: '',
    summary:
      'All collectors: what each may report for, when it was last heard, which scopes are to be reviewed, which keys are revoked',
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
          'scope',
          'scope_reviewed_at as scopeReviewedAt',
        ])
        .orderBy('name')
        .execute();
      const table = rows.map((row) => [
        row.name,
        row.version,
        row.lastContactAt?.toISOString() ?? 'never',
        describeScope(row.scope),
        toRemark(row),
      ]);
      return {
        value: { collectors: rows },
        lines: toTable(['NAME', 'VERSION', 'LAST HEARD', 'MAY REPORT FOR', ''], table),
      };
    },
  },
  {
    name: 'collectors add',
    usage: `<name> ${scopeUsage}`,
    summary: 'A key for a collector or a reporting device, bound to what it may report for; it is shown this once',
    arguments: [1, 1],
    options: scopeOptions,
    async run({ db, actor }, args) {
      const name = toArgument(args, 0, 'the name');
      const scope = toScope(args);
      const key = makeCollectorKey();
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
            scope: JSON.stringify(scope),
            scope_reviewed_at: new Date(),
          })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirstOrThrow();
        if (added !== 1n)
          throw new AdminError(`there is a collector '${name}' already; revoked names are not used again`);
        await recordChange(trx, {
          actor,
          action: 'collectors add',
          subject: `collector:${name}`,
          detail: { collectorId, scope },
        });
      });
      return {
        value: { collectorId, name, key, scope },
        lines: [`added collector '${name}' for ${describeScope(scope)}. Its key, shown only now:`, key],
      };
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

function toRemark({ revokedAt, scopeReviewedAt }: { revokedAt: Date | null; scopeReviewedAt: Date | null }): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  return scopeReviewedAt === null ? 'to be reviewed: collectors review, collectors bind' : '';
}
