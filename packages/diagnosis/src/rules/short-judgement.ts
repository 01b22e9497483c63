import { tonerColors } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '../judge/judgement.ts';
import type { JudgedFigures } from './inputs.ts';
import { toJudgedFigures } from './judged-figures.ts';

// What was judged of a device on a day, as a short text (BT-06): days left of each colour with their 80 %
// range, the life of each part now and in two weeks, signs and drives, in four lists:
// `K12.15.20,C4.6.9;62500A1F,…;drum.yellow:w;0:2`. Numbers of a life stand in two digits of base 36, `--`
// where there is none.

/** Bytes of a day at most; of a device with more the parts that have worn least are left out. */
export const mostShortBytes = 600;

const colourLetters: Readonly<Record<string, (typeof tonerColors)[number]>> = {
  K: 'black',
  Y: 'yellow',
  M: 'magenta',
  C: 'cyan',
  E: 'eBlue',
};
const letters = new Map(Object.entries(colourLetters).map(([letter, colour]) => [colour, letter]));
const grades = { w: 'watch', v: 'nextVisit', n: 'now' } as const;
const gradeLetters = new Map(Object.entries(grades).map(([letter, grade]) => [grade, letter]));
const isGrade = (letter: string | undefined): letter is keyof typeof grades =>
  letter !== undefined && Object.hasOwn(grades, letter);

const digits = 36;
const mostLife = digits * digits - 1;
/** Rounded up: tests compare with whole percents, of which each is passed or not as before. */
const toLife = (percent: number | null): string =>
  percent === null
    ? '--'
    : Math.min(mostLife, Math.max(0, Math.ceil(percent)))
        .toString(digits)
        .padStart(2, '0');
const fromLife = (text: string): number | null => (text === '--' ? null : Number.parseInt(text, digits));

const join = (entries: readonly string[]): string => entries.join(',');
const split = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(','));

/** The short form of a judgement; what is withheld is left out. */
export function encodeJudgement(
  judgement: Pick<DeviceJudgement, 'toner' | 'pmParts' | 'reasons' | 'predictions'>,
): string {
  const { signs, drives } = toJudgedFigures(judgement, 0);
  const toner = tonerColors.flatMap((colour) => {
    const daysLeft = judgement.toner[colour]?.daysLeft;
    if (daysLeft?.state !== 'judged') return [];
    const { lower, value, upper } = daysLeft.value;
    return [`${letters.get(colour) ?? ''}${[lower, value, upper].map(Math.round).join('.')}`];
  });
  const rest = [
    join(Object.entries(signs).map(([subject, grade]) => `${subject}:${gradeLetters.get(grade) ?? ''}`)),
    join(Object.entries(drives).map(([port, state]) => `${port}:${state}`)),
  ];
  const parts = (judgement.pmParts?.parts ?? [])
    .filter(({ lifeNow, life2Weeks }) => lifeNow !== null || life2Weeks !== null)
    .toSorted((a, b) => (b.life2Weeks ?? b.lifeNow ?? 0) - (a.life2Weeks ?? a.lifeNow ?? 0))
    .map(({ partsCode, lifeNow, life2Weeks }) => `${partsCode}${toLife(lifeNow)}${toLife(life2Weeks)}`);
  const toText = () => [join(toner), join(parts), ...rest].join(';');
  while (parts.length > 0 && toText().length > mostShortBytes) parts.pop();
  return toText();
}

/** The judged figures of a short form, as they were known from `at` on. */
export function decodeJudgement(text: string, at: number): JudgedFigures {
  const [toner, parts, signs, drives] = text.split(';');
  const supplyDays: Record<string, number> = {};
  for (const entry of split(toner)) {
    const colour = colourLetters[entry.slice(0, 1)];
    const lower = Number(entry.slice(1).split('.', 1)[0]);
    if (colour !== undefined && Number.isFinite(lower)) supplyDays[colour] = lower;
  }
  const lifeSoon: Record<string, number> = {};
  for (const entry of split(parts)) {
    const soon = fromLife(entry.slice(-2));
    if (soon !== null) lifeSoon[entry.slice(0, -4)] = soon;
  }
  const found: Record<string, (typeof grades)[keyof typeof grades]> = {};
  for (const entry of split(signs)) {
    const [subject, letter] = entry.split(':');
    if (subject !== undefined && isGrade(letter)) found[subject] = grades[letter];
  }
  const states: Record<string, number> = {};
  for (const entry of split(drives)) {
    const [port, state] = entry.split(':');
    if (port !== undefined && state !== undefined) states[port] = Number(state);
  }
  return { at, supplyDays, lifeSoon, signs: found, drives: states };
}
