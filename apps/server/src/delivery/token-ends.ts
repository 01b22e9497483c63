import { tokenNoticeDays } from '@platen/contract/token-scopes';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';
import { addNotice } from '../worklist/outbox/add-notice.ts';
import { findFallback, findOwnChannels } from '../worklist/outbox/notice-channels.ts';

interface EndingToken {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly begins: string;
  readonly ofOrganisation: boolean;
  readonly makerId: string;
  readonly organisationId: string | null;
  readonly maker: string;
  readonly endsAt: Date;
}

/**
 * Notifies the maker of each API token once, two weeks before it ends (OA-31). One made for that time or less
 * ends as its maker has just chosen. Where the maker has no channel, the fallback channel gets what concerns
 * a token of the organisation; an own one waits for a channel, and its row on the screen says that it ends.
 * Returns the number of notices.
 */
export const noteTokenEnds = (db: Kysely<Database>, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const notice = sql`${sql.lit(`${tokenNoticeDays} days`)}::interval`;
    const { rows } = await sql<EndingToken>`
      select t.token_id as "tokenId", t.name as "tokenName", t.begins, t.of_organisation as "ofOrganisation",
        t.made_by as "makerId", coalesce(u.name, 'erased-' || t.made_by) as maker, t.ends_at as "endsAt", u.organisation_id as "organisationId"
      from api_token t left join app_user u on u.user_id = t.made_by
      where t.end_noted_at is null and t.revoked_at is null and t.ends_at > ${now}::timestamptz
        and t.ends_at <= ${now}::timestamptz + ${notice} and t.made_at < t.ends_at - ${notice}
        and (t.of_organisation or u.disabled_at is null and u.user_id is not null)
      order by t.ends_at, t.token_id for update of t skip locked`.execute(trx);
    if (rows.length === 0) return 0;
    const own = await findOwnChannels(trx, [...new Set(rows.map(({ makerId }) => makerId))]);
    let notices = 0;
    for (const { tokenId, makerId, organisationId, endsAt, ...token } of rows) {
      const channelId =
        own.get(makerId) ?? (token.ofOrganisation ? await findFallback(trx, organisationId) : undefined);
      if (channelId === undefined) continue;
      const content = { kind: 'tokenEnds', ...token, endsAt: endsAt.toISOString() };
      await addNotice(trx, { channelId, kind: 'tokenEnds', content }, now);
      await trx.updateTable('api_token').set({ end_noted_at: now }).where('token_id', '=', tokenId).execute();
      notices += 1;
    }
    return notices;
  });
