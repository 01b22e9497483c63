import type { AnswerOf } from '@platen/contract/endpoint';
import { listPlainDevices, type PlainDevice } from '@platen/contract/plain-devices';
import { tonerColors } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { chooseSupply, toValue } from '../../device/counters.ts';
import { joinJudgement, judged, type SectionBodies, sectionBodies } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { inUse, visibleTo } from '../../identity/visibility.ts';
import { Answer, serve } from '../../kit/serve.ts';
import type { Database } from '../../store/database.ts';

/** `GET /v1/devices/plain`: what a customer's user sees (OA-62). */
export function registerPlainDevices(app: FastifyInstance): void {
  const { db } = app.platform.store;
  serve(app, listPlainDevices, async ({ user, query }) => {
    const [rows, counts] = await Promise.all([readPage(db, user, query), readCounts(db, user)]);
    const devices = rows.slice(0, query.limit).map(toPlain);
    const total = Object.values(counts).reduce((all, one) => all + one, 0);
    return new Answer(
      { devices, counts },
      { 'has-more': rows.length > query.limit ? 'True' : 'False', 'total-count': String(total) },
    );
  });
}

/** With a warning alone the device works. */
const state = sql`case d.status when 'error' then 'needsService' when 'offline' then 'silent' when 'unknown' then 'unknown'
  else 'works' end`;

interface PlainRow extends Omit<PlainDevice, 'knownSince' | 'updatedAt' | 'emptyFirst' | 'lowest'> {
  readonly knownSince: Date | null;
  readonly updatedAt: Date;
  readonly toner: DeviceJudgement['toner'] | null;
  readonly sections: SectionBodies | null;
}

async function readPage(
  db: Kysely<Database>,
  user: SignedInUser,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<PlainRow[]> {
  const { rows } = await sql<PlainRow>`
    select d.device_id as "deviceId", d.serial, d.model,
      coalesce(f.place, d.description) as place, ${state} as state, d.updated_at as "updatedAt",
      case when ${state} = 'needsService' then (select min(c.opened_at) from condition c
        where c.entity_id = d.device_id and c.work <> 'resolved') end as "knownSince",
      (select to_char(min(v.planned_day), 'YYYY-MM-DD') from visit_device x join visit v using (visit_id)
        where x.device_id = d.device_id and v.state in ('planned', 'underWay')) as "plannedDay",
      ${judged('toner')} as toner, ${sectionBodies('supplies')} as sections
    from device d left join device_fact f on f.device_id = d.device_id ${joinJudgement}
    where ${visibleTo(user)} and ${inUse}
    order by d.status_rank, d.serial nulls last, d.device_id limit ${limit + 1} offset ${offset}`.execute(db);
  return rows;
}

async function readCounts(
  db: Kysely<Database>,
  user: SignedInUser,
): Promise<AnswerOf<typeof listPlainDevices>['counts']> {
  const { rows } = await sql<{ state: PlainDevice['state']; devices: number }>`
    select ${state} as state, count(*)::int as devices from device d where ${visibleTo(user)} and ${inUse} group by 1`.execute(
    db,
  );
  const of = (wanted: PlainDevice['state']) => rows.find((row) => row.state === wanted)?.devices ?? 0;
  return { needsService: of('needsService'), silent: of('silent'), unknown: of('unknown'), works: of('works') };
}

function toPlain({ knownSince, updatedAt, toner, sections, ...row }: PlainRow): PlainDevice {
  return {
    ...row,
    knownSince: knownSince?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    emptyFirst: toEmptyFirst(toner ?? {}),
    lowest: toLowest(sections?.supplies ?? []),
  };
}

/** The colour with the least left of those whose level is reported. */
function toLowest(supplies: NonNullable<SectionBodies['supplies']>): PlainDevice['lowest'] {
  const known = tonerColors.flatMap((color) => {
    const percent = toValue(chooseSupply(supplies, color)?.percent);
    return percent === null ? [] : [{ color, percent: Math.round(percent) }];
  });
  return known.toSorted((a, b) => a.percent - b.percent)[0] ?? null;
}

/** The colour with the fewest days left of those that are known. */
function toEmptyFirst(toner: DeviceJudgement['toner']): PlainDevice['emptyFirst'] {
  const known = tonerColors.flatMap((color) => {
    const left = toner[color]?.daysLeft;
    if (left === undefined || left.state === 'withheld') return [];
    const { value, lower, upper } = left.value;
    const [days, least, most] = [value, lower, upper].map((one) => Math.max(0, Math.round(one)));
    return [{ color, days: days ?? 0, lower: least ?? 0, upper: most ?? 0 }];
  });
  return known.toSorted((a, b) => a.days - b.days)[0] ?? null;
}
