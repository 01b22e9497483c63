import { dayMs } from '@platen/contract/constants';
import { tonerColors } from '@platen/contract/report-sections';
import type { Estimate } from '../../judge/judgement.ts';
import type { WorkTime } from '../calendar.ts';
import { asOfDay, type DueFacts } from '../due-facts.ts';
import type { DeviceFacts } from '../evaluation.ts';
import type { IdentityMemory } from '../memory.ts';
import { type Instant, keyOf, type Span } from '../model.ts';
import { continueSpans, joinSpans, type PresentMatter } from './continued.ts';

// Supplies by the days that are left (WL-08), joined with what the device reports of them.

/** Working days within which the earliest day must lie, beyond the lead time. */
const beyondLead = 2;
/** Percent by which a level has risen when the cartridge was replaced. */
const risen = 20;
/** Grade of what is empty or full. */
const through = 3;

type Judged = NonNullable<DeviceFacts['judged']>;

/** What is remembered of the days left of one cartridge. */
export type SupplyMemory = Pick<IdentityMemory, 'spans' | 'known' | 'lowest'>;

/**
 * The spans of a colour of which a judgement is made, by its days left: they begin when the earliest day of
 * the 80 % range lies within the lead time plus two working days, and end only with a replacement or when
 * the level rose by 20 points. `known` notes when a range was known: meanwhile 'low' alone opens nothing.
 */
export function continueSupply(
  subject: string,
  former: SupplyMemory,
  { judged, time, leadDays, mayClear }: { judged: Judged; time: WorkTime; leadDays: number; mayClear: boolean },
): SupplyMemory {
  const color = tonerColors.find((one) => one === subject);
  if (color === undefined) return former;
  const { at, judgement } = judged;
  const daysLeft = judgement.toner[color]?.daysLeft;
  const isKnown = daysLeft?.state === 'judged';
  const known = continueKnown(former.known ?? [], isKnown, at);
  const inputs = isKnown ? daysLeft.basis.inputs : undefined;
  const level = inputs?.kind === 'tonerDays' ? inputs.level : null;
  const last = former.spans.at(-1);
  const isActive = last !== undefined && last.clearedAt === null;
  const lowest = former.lowest ?? level;
  const replaced = judgement.replacements.some(
    ({ item, day }) => isActive && item === `toner.${color}` && day > Math.floor(last.from / dayMs),
  );
  const hasRisen = isActive && level !== null && lowest !== null && level - lowest >= risen;
  const today = time.dayOf(at);
  const limit = time.addWorkingDays(today, leadDays + beyondLead) - today;
  const isNear = isKnown && daysLeft.value.lower <= limit;
  const goesOn = isActive && !replaced && !hasRisen;
  const matter: PresentMatter | undefined =
    isKnown && (isNear || goesOn)
      ? {
          key: keyOf({ kind: 'supply', subject }),
          grade: daysLeft.value.value <= 0 ? 3 : 1,
          facts: {
            item: subject,
            urgency: 'low',
            ...toDue(daysLeft.value, at),
            ...(level === null ? {} : { percent: Math.round(level) }),
          },
        }
      : undefined;
  // Days that are no longer known end nothing: the cartridge was not replaced by that.
  const ends = replaced || hasRisen;
  const spans =
    matter === undefined && !ends
      ? former.spans
      : continueSpans(former.spans, ends && !isNear ? undefined : matter, { now: at, mayClear: mayClear || ends });
  const isOpen = spans.at(-1)?.clearedAt === null;
  return { spans, known, lowest: isOpen && level !== null ? Math.min(level, ends ? level : (lowest ?? level)) : null };
}

const toDue = ({ value, lower, upper }: Estimate, at: Instant) => ({
  days: value,
  range: { lower, upper },
  asOf: asOfDay(at),
});

/** The days left of a cartridge with their range; none where they are not judged. */
export function daysLeftOf(subject: string, judged: Judged | null): DueFacts {
  const color = tonerColors.find((one) => one === subject);
  const daysLeft = color === undefined ? undefined : judged?.judgement.toner[color]?.daysLeft;
  return judged !== null && daysLeft?.state === 'judged' ? toDue(daysLeft.value, judged.at) : {};
}

function continueKnown(
  former: NonNullable<SupplyMemory['known']>,
  isKnown: boolean,
  at: Instant,
): NonNullable<SupplyMemory['known']> {
  const last = former.at(-1);
  const isOpen = last !== undefined && last[1] === null;
  if (isKnown === isOpen) return former;
  return isOpen ? [...former.slice(0, -1), [last[0], at]] : [...former, [at, null]];
}

/**
 * The spans of a supply from both sources. 'Low' and 'near full' as the device reports them count only
 * where no range was known when they opened; 'empty' and 'full' always do, since the device stops for them.
 * `present`: the days left as they are judged now, also of a span that opened before they were known.
 */
export function joinSupply(
  reported: readonly Span[],
  { spans, known = [] }: SupplyMemory,
  present: DueFacts,
): readonly Span[] {
  const counted = reported.flatMap((span): Span[] => {
    const openAt = countsFrom(span, known);
    return openAt === null || (span.clearedAt !== null && openAt >= span.clearedAt) ? [] : [{ ...span, openAt }];
  });
  const joined = joinSpans(counted, spans);
  const [last, newest] = [joined.at(-1), counted.at(-1)];
  if (last === undefined || last.clearedAt !== null) return joined;
  const isThrough = newest?.clearedAt === null && newest.grades.some(([, grade]) => grade >= through);
  // What the device reports to be through is expected no longer: the days left say nothing about it.
  const facts = isThrough ? newest.facts : { ...last.facts, ...present };
  return [...joined.slice(0, -1), { ...last, facts }];
}

function countsFrom({ openAt, grades }: Span, known: NonNullable<SupplyMemory['known']>): Instant | null {
  if (openAt === null) return null;
  const gone = grades.find(([, grade]) => grade >= through)?.[0] ?? null;
  const within = known.find(([from, to]) => from <= openAt && (to === null || to > openAt));
  const unknownAt = within === undefined ? openAt : within[1];
  const throughAt = gone === null ? null : Math.max(gone, openAt);
  if (unknownAt === null) return throughAt;
  return throughAt === null ? unknownAt : Math.min(unknownAt, throughAt);
}
