import type { SettingKey } from '@platen/contract/remote-settings';
import {
  listSiteCollectors,
  readSiteCollector,
  type SiteCollector,
  type SiteCollectorSheet,
  switchRemote,
} from '@platen/contract/site-collectors';
import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { Answer, serve } from '../../kit/serve.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { refuseCommands } from './command-store.ts';
import { readRounds } from './round-store.ts';
import { record } from './service.ts';
import {
  lockOverseen,
  readRemoteActions,
  readSheetRow,
  readSitePage,
  type SheetRow,
  toSiteCollector,
} from './site-store.ts';

/** Collectors as the users of a customer see them (OA-20, OA-62). */
export function registerSiteCollectors(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listSiteCollectors, async ({ user, query }) => {
    const { collectors, hasMore, total } = await readSitePage(db, user, new Date(), query);
    return new Answer({ collectors }, { 'has-more': hasMore ? 'True' : 'False', 'total-count': String(total) });
  });

  serve(app, readSiteCollector, ({ user, params: { id } }) => readSheet(db, user, id));

  serve(app, switchRemote, ({ user, params: { id }, body: { off } }) =>
    inTransaction(db, (trx) => switchOver(trx, user, id, off)),
  );
}

const notThere = () => new Refusal(204001, 'there is no collector of this id');

async function readSheet(db: Kysely<Database>, user: SignedInUser, id: string): Promise<SiteCollectorSheet> {
  const now = new Date();
  const row = await readSheetRow(db, user, id, now);
  if (row === undefined) throw notThere();
  const [{ rounds }, actions] = await Promise.all([readRounds(db, id, now), readRemoteActions(db, row.name)]);
  const { version, host, isShared, commands } = row;
  return {
    collector: toSiteCollector(row),
    version,
    host,
    isShared,
    commands,
    settings: toShownSettings(row),
    rounds,
    actions: isShared ? actions.map((action) => ({ ...action, addresses: [] })) : actions,
  };
}

/** Credentials and customer data are what the dealer's staff wrote. */
const hiddenKeys: ReadonlySet<SettingKey> = new Set(['credentials', 'customer', 'logLevel']);
function toShownSettings({ effective, isShared }: SheetRow): SiteCollectorSheet['settings'] {
  if (effective === null) return null;
  const { server, proxy } = effective;
  // Addresses are those of a site, which may be somebody else's.
  const entries = effective.entries.filter(
    ({ key, site }) => !hiddenKeys.has(key) && !(isShared && site !== undefined),
  );
  return { entries, server, ...(proxy !== undefined && { proxy }) };
}

/** Switches remote work off or on; the same again changes nothing. */
async function switchOver(
  trx: Transaction<Database>,
  user: SignedInUser,
  id: string,
  off: boolean,
): Promise<SiteCollector> {
  const found = await lockOverseen(trx, user, id);
  if (found === undefined) throw notThere();
  const now = new Date();
  if (found.isOff !== off) {
    await trx
      .updateTable('collector')
      .set({ remote_off_at: off ? now : null, remote_off_by: off ? user.userId : null })
      .where('collector_id', '=', id)
      .execute();
    if (off) await refuseCommands(trx, id, 'The customer has switched remote work off.', now);
    await record(trx, user, off ? 'remote off' : 'remote on', found.name, {
      organisation: user.organisationId,
      from: found.isOff ? 'off' : 'on',
      to: off ? 'off' : 'on',
    });
  }
  const row = await readSheetRow(trx, user, id, now);
  if (row === undefined) throw notThere();
  return toSiteCollector(row);
}
