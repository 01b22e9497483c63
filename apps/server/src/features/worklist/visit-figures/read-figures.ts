import { familyOfSeries } from '@platen/catalogue/families/models';
import { can } from '@platen/contract/rights';
import {
  type AdviceFigures,
  type AnsweredVisitFigures,
  mostChanges,
  mostFigureDays,
  mostGroups,
} from '@platen/contract/visit-figures';
import { toAdviceOutcomes } from '@platen/diagnosis/effect/advice-quality';
import { toPartFigures } from '@platen/diagnosis/effect/part-figures';
import { componentOf, toUnit } from '@platen/diagnosis/effect/target';
import { type CountedVisit, countVisits, toFigures } from '@platen/diagnosis/effect/visit-figures';
import type { Kysely } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { dayMs, toDayText } from '../../../base/time.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import type { Database } from '../../../store/database.ts';
import { groupBy } from '../../../worklist/load-stored.ts';
import { personOf, readNames } from '../people.ts';
import {
  type Chosen,
  type OutcomeRow,
  readAdvice,
  readChanges,
  readOutcomes,
  readPartOutcomes,
  readPressing,
  type Span,
} from './figures-store.ts';

type Db = Kysely<Database>;
type Counted = CountedVisit & { readonly visit: OutcomeRow };

/** Days back that are read besides those asked for: what is a call-back, and the pages of a model. */
const pastDays = 732;
const usualDays = 182;

interface Asked extends Chosen {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What visits brought (VE-06 to VE-08, VR-11), of those that the user may see. */
export async function readFigures(
  db: Db,
  user: SignedInUser,
  { from, to, ...chosen }: Asked,
  now: Date,
): Promise<AnsweredVisitFigures> {
  const span = toSpan(from, to, now);
  const outcomes = await readOutcomes(db, user, { from: span.from - pastDays, to: span.to });
  const devices = groupBy(outcomes, byDevice, same);
  const inSpan = outcomes.filter((one) => one.day >= span.from);
  const pressing = await readPressing(db, [...new Set(inSpan.map(({ deviceId }) => deviceId))], {
    from: span.from,
    to: Math.floor(now.getTime() / dayMs),
  });
  const counted = countVisits<OutcomeRow>(
    [...devices].map(([id, visits]) => ({
      model: visits[0]?.model ?? null,
      visits,
      conditions: pressing.get(id) ?? [],
    })),
  ).filter(({ visit }) => visit.day >= span.from && isChosen(visit, chosen));
  const models = group(counted, ({ model }) => model);
  const customers = group(counted, ({ customerNumber }) => customerNumber);
  const changes = await readChanges(db, user, span, chosen);
  return {
    from: toDayText(span.from),
    to: toDayText(span.to),
    all: toFigures(counted),
    months: toMonths(counted, span),
    models: models.slice(0, mostGroups).map(([model, visits]) => ({ model, ...toFigures(visits) })),
    modelCount: models.length,
    customers: customers.slice(0, mostGroups).map(([customerNumber, visits]) => ({
      customerNumber,
      customerName: visits.at(-1)?.visit.customerName ?? null,
      ...toFigures(visits),
    })),
    customerCount: customers.length,
    technicians: await toTechnicians(db, user, counted),
    parts: [...toPartFigures(changes.map(({ effect }) => effect))],
    changes: changes.slice(0, mostChanges),
    changeCount: changes.length,
    advice: await readAdviceFigures(db, user, span, { chosen, now }),
    countedAt: oldest(inSpan)?.toISOString() ?? null,
  };
}

const byDevice = ({ deviceId }: { readonly deviceId: string }): string => deviceId;
const same = <T>(one: T): T => one;
const dayFrom = (text: string): number => Date.parse(`${text}T00:00:00Z`) / dayMs;

export function toSpan(from: string | undefined, to: string | undefined, now: Date): Span {
  const last = to === undefined ? Math.floor(now.getTime() / dayMs) : dayFrom(to);
  const first = from === undefined ? last - usualDays : dayFrom(from);
  if (first > last) throw new Refusal(202001, 'from: must not be after to');
  if (last - first > mostFigureDays) throw new Refusal(202004, `from: at most ${mostFigureDays} days before to`);
  return { from: first, to: last };
}

const isChosen = ({ customerNumber, model }: OutcomeRow, { customer, model: chosen }: Chosen): boolean =>
  (customer === undefined || customerNumber === customer) && (chosen === undefined || model === chosen);

/** Groups of visits, the largest first. */
function group(counted: readonly Counted[], of: (visit: OutcomeRow) => string | null): [string | null, Counted[]][] {
  return [...groupBy(counted, ({ visit }) => of(visit) ?? '', same)]
    .toSorted(([name, a], [other, b]) => b.length - a.length || (name < other ? -1 : 1))
    .map(([name, visits]) => [name === '' ? null : name, visits]);
}

/** Every month of the span, also one without a visit. */
function toMonths(counted: readonly Counted[], { from, to }: Span): AnsweredVisitFigures['months'] {
  const monthOf = (day: number) => toDayText(day).slice(0, 7);
  const months = new Set(Array.from({ length: to - from + 1 }, (_, at) => monthOf(from + at)));
  return [...months].map((month) => ({
    month,
    ...toFigures(counted.filter(({ visit }) => monthOf(visit.day) === month)),
  }));
}

/**
 * By name, never by figure: nothing ranks persons. Without the right to manage visits the user alone (VR-11).
 */
async function toTechnicians(
  db: Db,
  user: SignedInUser,
  counted: readonly Counted[],
): Promise<AnsweredVisitFigures['technicians']> {
  const isSeen = (id: string | null) => can(user, 'manageVisits') || id === user.userId;
  const groups = group(counted, ({ technician }) => technician).filter(([id]) => isSeen(id));
  const people = await readNames(
    db,
    groups.map(([id]) => id),
  );
  return groups
    .map(([id, visits]) => ({ person: personOf(people, id), ...toFigures(visits) }))
    .toSorted((a, b) => (a.person?.name ?? '~').localeCompare(b.person?.name ?? '~'));
}

async function readAdviceFigures(
  db: Db,
  user: SignedInUser,
  span: Span,
  { chosen, now }: { readonly chosen: Chosen; readonly now: Date },
): Promise<AdviceFigures[]> {
  const rows = await readAdvice(db, user, span, chosen);
  if (rows.length === 0) return [];
  const outcomes = groupBy(await readPartOutcomes(db, rows.map(byDevice), span.from), byDevice, same);
  const today = Math.floor(now.getTime() / dayMs);
  const judged = [...groupBy(rows, byDevice, same)].flatMap(([id, given]) => {
    const family = familyOf(given[0]?.series ?? null);
    const advice = given.map(({ subject, day }) => ({ unit: subject, day }));
    const became = (outcomes.get(id) ?? []).map(({ item, day, kind }) => ({ unit: toUnit(item), day, kind }));
    return toAdviceOutcomes(advice, became, today).map(({ unit, outcome }) => ({
      component: componentOf(unit),
      family,
      outcome,
    }));
  });
  return [...groupBy(judged, ({ component, family }) => `${component} ${family ?? ''}`, same).values()]
    .flatMap((alike): AdviceFigures[] => {
      const [first] = alike;
      if (first === undefined) return [];
      const count = (which: string) => alike.filter(({ outcome }) => outcome === which).length;
      return [
        {
          component: first.component,
          family: first.family,
          advised: alike.length,
          replaced: count('replaced'),
          foundGood: count('foundGood'),
          notLookedAt: count('notLookedAt'),
          open: count('open'),
        },
      ];
    })
    .toSorted((a, b) => (a.component < b.component ? -1 : a.component > b.component ? 1 : b.advised - a.advised));
}

const familyOf = (series: string | null): string | null => (series === null ? null : (familyOfSeries(series) ?? null));

const oldest = (rows: readonly OutcomeRow[]): Date | undefined =>
  rows.reduce<Date | undefined>(
    (found, { countedAt }) => (found === undefined || countedAt < found ? countedAt : found),
    undefined,
  );
