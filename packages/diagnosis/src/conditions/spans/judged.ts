import { signSeverityOf } from '@platen/contract/advice';
import { subjectOfSign } from '@platen/contract/advice-ids';
import { dayMs } from '@platen/contract/constants';
import { subjectOfPart } from '@platen/contract/part-codes';
import { predictionComponents, readPredicted } from '@platen/contract/prediction-components';
import type { Predictions } from '@platen/contract/predictions';
import type { ConditionFacts } from '@platen/contract/worklist-item';
import { toDate } from '../../components/part-life/dates.ts';
import { asksForVisit, verdictOf } from '../../judge/part-verdict.ts';
import { asOfDay, type DueFacts } from '../due-facts.ts';
import type { DeviceFacts } from '../evaluation.ts';
import { keyOf } from '../model.ts';
import type { PresentMatter } from './continued.ts';

// What a judgement shows that needs somebody: parts, drives, settings and counter breaks (WL-07, WL-10,
// WL-12, WL-14).

type Judged = NonNullable<DeviceFacts['judged']>;

/** Newest counter breaks that the counter's screen lists, so that a user can state their cause. */
const mostBreaks = 10;
const breakDelay = dayMs;

/**
 * Parts that ask for a visit, one matter a part whatever it rests on, with the more severe words (WL-07):
 * failure signs at 'next visit' or 'now', and maintenance parts over their life now or within two weeks, by
 * the one verdict on the part (0220). Signs to watch are none.
 */
export function partMatters({ at, judgement }: Judged): PresentMatter[] {
  const found = new Map<string, PresentMatter>();
  const add = (subject: string, grade: number, facts: ConditionFacts) => {
    const key = keyOf({ kind: 'part', subject });
    const other = found.get(key);
    if (other === undefined) found.set(key, { key, grade, facts: { item: subject, ...facts } });
    else {
      const isWorse = grade > (other.grade ?? 1);
      const joined = isWorse ? { ...other.facts, ...facts } : { ...facts, ...other.facts };
      found.set(key, { key, grade: Math.max(grade, other.grade ?? 1), facts: joined });
    }
  };
  const { reasons, predictions, pmParts, risk } = judgement;
  for (const { source, code: messageId } of reasons) {
    const severity = source === 'sign' ? signSeverityOf(messageId) : undefined;
    const subject = subjectOfSign(messageId);
    if (severity === undefined || severity === 'watch' || subject === undefined) continue;
    add(subject, severity === 'now' ? 2 : 1, {
      messageId,
      urgency: severity,
      ...toFailure(predictions, messageId, at),
    });
  }
  for (const part of pmParts?.parts ?? []) {
    const { verdict, speaks } = verdictOf(part, pmParts?.threshold ?? 100);
    if (!asksForVisit(verdict)) continue;
    const percent = part.lifeNow ?? part.consumedLife;
    add(subjectOfPart(part.partsCode), verdict === 'due' ? 2 : 1, {
      partCode: part.partsCode,
      threshold: pmParts?.threshold ?? 100,
      urgency: verdict === 'due' ? 'now' : 'nextVisit',
      ...(percent === null ? {} : { percent }),
      ...(speaks === 'rated' ? { ratedOnly: true } : {}),
    });
  }
  const risks = new Map((risk?.causes ?? []).map(({ item, ...within }) => [item, within]));
  return [...found.values()].map(({ facts, ...matter }) => {
    // Of a part with a date the risk is judged too, and left out of the causes where it is next to none.
    const isJudged = risk !== null && risk !== undefined && facts.range !== undefined;
    return { ...matter, facts: withRisk(facts, risks.get(facts.item ?? '') ?? (isJudged ? noRisk : undefined)) };
  });
}

const noRisk = { within7Days: 0, within14Days: 0, within28Days: 0 } as const;

/** A part with a sign or a risk of its own rests on more than its rated life. */
function withRisk({ ratedOnly, ...facts }: ConditionFacts, risk: ConditionFacts['risk']): ConditionFacts {
  const isRatedOnly = ratedOnly === true && risk === undefined && facts.messageId === undefined;
  return { ...facts, ...(risk && { risk }), ...(isRatedOnly && { ratedOnly: true }) };
}

/** Days until the predicted failure with its 80 % range, from the day of the judgement. */
function toFailure(predictions: Predictions, messageId: string, at: number): DueFacts & Pick<ConditionFacts, 'day'> {
  for (const component of predictionComponents) {
    const part = readPredicted(component, predictions[component]).parts.find((one) => one.messageId === messageId);
    const replaced = part?.replacementPart;
    const date = replaced?.predictionFailureDate ?? replaced?.predictionFailureMonth ?? null;
    if (date === null) continue;
    const range = replaced?.predictionFailureRange;
    return {
      ...(date.length === 10 ? { day: date } : {}),
      days: daysUntil(date, at, 'middle'),
      asOf: asOfDay(at),
      ...(range
        ? { range: { lower: daysUntil(range.lower, at, 'first'), upper: daysUntil(range.upper, at, 'last') } }
        : {}),
    };
  }
  return {};
}

/** Of a month its first, middle or last day. */
function daysUntil(date: string, at: number, within: 'first' | 'middle' | 'last'): number {
  const today = Math.floor(at / dayMs);
  if (date.length === 10) return Math.round(Date.parse(date) / dayMs) - today;
  const first = Date.parse(`${date}-01`) / dayMs;
  return first + { first: 0, middle: 14, last: 27 }[within] - today;
}

/** Drives in state 2, 3 or 9 (WL-14), and the ports whose state is well or unknown. */
export function driveMatters({ judgement }: Judged): {
  readonly bad: PresentMatter[];
  /** Keys of drives in state 0 or 1. */
  readonly well: ReadonlySet<string>;
} {
  const bad: PresentMatter[] = [];
  const well = new Set<string>();
  for (const { sataPort, state, messageId } of judgement.predictions.hdd?.predictionStorages ?? []) {
    const key = keyOf({ kind: 'storage', subject: String(sataPort) });
    if (state === 2 || state === 3 || state === 9)
      bad.push({
        key,
        grade: state,
        facts: {
          item: String(sataPort),
          count: state,
          ...(messageId === null ? {} : { messageId }),
          ...(state === 9 ? { urgency: 'now' as const } : state === 3 ? { urgency: 'nextVisit' as const } : {}),
        },
      });
    else if (state !== null) well.add(key);
  }
  return { bad, well };
}

/** Settings beyond their alert threshold that are not back at the clear threshold (WL-12). */
export const codeLimitMatters = ({ judgement }: Judged): PresentMatter[] =>
  judgement.reasons.flatMap(({ source, code, since, threshold }): PresentMatter[] => {
    if (source !== 'code') return [];
    const subject = code.replaceAll('-', '.');
    return [
      {
        key: keyOf({ kind: 'codeLimit', subject }),
        ...(since === undefined ? {} : { since: Date.parse(since) }),
        facts: { code: subject, ...(threshold ? { threshold: threshold.alert, after: threshold.value } : {}) },
      },
    ];
  });

/**
 * Days on which counters fell or leapt and whose cause was not given (WL-10), the newest ten. A misread that
 * healed by itself needs none (LG-11).
 */
export function breakMatters({ judgement }: Judged, explained: readonly string[]): PresentMatter[] {
  const breaks = judgement.breaks.filter(({ isHealed }) => isHealed !== true);
  const days = [...new Set(breaks.map(({ day }) => day))].toSorted((a, b) => b - a).slice(0, mostBreaks);
  return days.flatMap((day): PresentMatter[] => {
    const date = toDate(day);
    if (explained.includes(date)) return [];
    const { before, after } = breaks.find((one) => one.day === day) ?? { before: 0, after: 0 };
    return [
      {
        key: keyOf({ kind: 'counterBreak', subject: date }),
        openDelay: breakDelay,
        facts: { day: date, before: String(before), after: String(after) },
      },
    ];
  });
}
