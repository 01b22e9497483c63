import type { CollectorFailure, CollectorFinding } from '@platen/contract/collectors';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { Connection } from '../../store/connect.ts';
import { toStateColumn } from './state.ts';
import { type CollectorRow, collectorColumns } from './to-collector.ts';

type Store = Pick<Connection, 'pool'>;
interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Silent ones first, then those with failures, then the others; revoked ones last. */
const urgency = `case state when 'silent' then 0 when 'revoked' then 3 else case when failures > 0 then 1 else 2 end end`;

/** A page of the collectors and how many there are. */
export async function readCollectors(
  { pool }: Store,
  now: Date,
  { offset, limit }: Page,
): Promise<{ rows: CollectorRow[]; hasMore: boolean; total: number }> {
  const [page, count] = await Promise.all([
    pool.query<CollectorRow>({
      name: 'list-collectors',
      text: `select * from (
          select ${collectorColumns}, ${toStateColumn('$1')} as state
          from collector c left join collector_status s using (collector_id)
        ) found order by ${urgency}, name, "collectorId" limit $2 offset $3`,
      values: [now, limit + 1, offset],
    }),
    pool.query<{ total: number }>('select count(*) as total from collector'),
  ]);
  const rows = page.rows.slice(0, limit);
  return { rows, hasMore: page.rows.length > limit, total: count.rows[0]?.total ?? 0 };
}

/** One collector with the lists of its status, or nothing where there is none of this id. */
export async function readCollectorRow(
  { pool }: Store,
  collectorId: string,
  now: Date,
): Promise<(CollectorRow & { failureList: CollectorFailure[]; findingList: CollectorFinding[] }) | undefined> {
  const { rows } = await pool.query<
    CollectorRow & { failureList: CollectorFailure[]; findingList: CollectorFinding[] }
  >({
    name: 'read-collector',
    text: `select ${collectorColumns}, ${toStateColumn('$2')} as state,
        coalesce(s.failures, '[]') as "failureList", coalesce(s.findings, '[]') as "findingList"
      from collector c left join collector_status s using (collector_id) where c.collector_id = $1`,
    values: [collectorId, now],
  });
  return rows[0];
}

/**
 * The entries that this user may see: those that name the serial of a device pass the one door for visibility.
 * Who does not see all devices is not told of one that nobody has delivered yet.
 */
export async function keepVisible<T extends { serial?: string | undefined }>(
  { pool }: Store,
  user: SignedInUser,
  entries: readonly T[],
): Promise<T[]> {
  if (user.seesAll) return [...entries];
  const serials = entries.flatMap(({ serial }) => serial ?? []);
  const parameters = new Parameters();
  const { rows } = await pool.query<{ serial: string }>({
    text: `select d.serial from device d
      where coalesce(d.serial, '') = any(${parameters.add(serials)}::text[]) and ${visibleTo(user, parameters)}`,
    values: parameters.values,
  });
  const visible = new Set(rows.map((row) => row.serial));
  return entries.filter(({ serial }) => serial === undefined || visible.has(serial));
}
