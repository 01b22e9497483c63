import { partWords } from '@platen/catalogue/part-words';
import { isKeyOf } from '@platen/catalogue/supply-phrase';
import type { VisitEffect } from '@platen/contract/visit-effects';
import { leastEvents, leastExposure, type Missing } from '@platen/diagnosis/effect/judge-effect';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import { toDate } from '../device/use-headline.ts';
import { environment } from '../platform/environment.ts';
import { useDates } from '../ui/use-dates.ts';

type Verdict = 'better' | 'worse' | 'noClearChange' | 'notYetKnown' | 'unknown';

/** An effect in words. */
export interface EffectWords {
  /** The rate and what it was, or what is missing for it. */
  readonly line: string;
  /** The interval and what was counted after, where a verdict is given. */
  readonly range: string | undefined;
  /** What is missing for a verdict; undefined where there is one. */
  readonly missing: string | undefined;
  readonly verdict: Verdict;
  readonly verdictText: string;
  readonly facts: readonly { readonly name: string; readonly lines: readonly string[] }[];
  readonly note: string | undefined;
}

/** What a verdict is called; one that can no longer be known is `unknown`. */
const toVerdict = ({ judged, isOver }: Pick<VisitEffect, 'judged' | 'isOver'>): Verdict =>
  judged.state === 'known' ? judged.verdict : isOver ? 'unknown' : 'notYetKnown';

/** Sheets or pages of one side. */
const toCounted = (exposure: number): number => Math.round(1000 * exposure);

/** Words of effects in the language in use (VE-05). */
export function useEffectWords(): (effect: VisitEffect) => EffectWords {
  const t = useTranslations('effects');
  const format = useFormatter();
  const dates = useDates();
  const { sources } = useMessages().effects;
  const rate = (value: number) =>
    value > 0 && value < 0.1
      ? format.number(value, { maximumSignificantDigits: 1 })
      : format.number(value, { maximumFractionDigits: 1 });
  const ratio = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  const what = ({ measure, of }: VisitEffect) => {
    if (measure === 'serviceCalls' || of === null) return t('what.serviceCalls');
    const source = isKeyOf(sources, of) ? t(`sources.${of}`) : of;
    return measure === 'unitErrors'
      ? t('what.unitErrors', { of: partWords(of, environment().locale) ?? t('unit', { code: of }) })
      : t(`what.${measure}`, { of: source });
  };
  return (effect) => {
    const { judged, before, after, usual, past, sensor, measure } = effect;
    const unit = measure === 'jams' || measure === 'retries' ? 'sheets' : 'pages';
    const counted = (side: VisitEffect['before']) => t(`counted.${unit}`, { count: toCounted(side.exposure) });
    const events = (count: number) => t('counted.events', { count });
    const rateOf = (side: VisitEffect['before']) => rate(side.count / side.exposure);
    const days = ({ from, to, exposure }: VisitEffect['before']) =>
      exposure === 0
        ? t('card.noDays')
        : t('card.days', { from: dates.date(toDate(from)), to: dates.date(toDate(to)) });
    const side = (one: VisitEffect['before']) => [
      days(one),
      t('card.side', { events: events(one.count), counted: counted(one) }),
    ];
    const toMissing = (lacks: Missing): string => {
      const needed = 1000 * leastExposure;
      if (lacks.before !== undefined) return t('missing.before', { counted: counted(before), needed });
      if (lacks.after !== undefined) return t('missing.after', { counted: counted(after), needed });
      return t('missing.events', { counted: events(before.count + after.count), needed: leastEvents });
    };
    const verdict = toVerdict(effect);
    const verdictText = t(`verdict.${verdict}`);
    const facts = [
      { name: t('card.before'), lines: side(before) },
      { name: t('card.after'), lines: [...side(after), ...(effect.isOver ? [] : [t('card.counting')])] },
      {
        name: t('card.usual'),
        lines: [usual === null ? t('card.noUsual') : t('card.usualRate', { rate: rate(usual) })],
      },
      ...((usual !== null && usual > 0) || past === null || past === undefined
        ? []
        : [{ name: t('card.past'), lines: side(past) }]),
      ...(sensor === null
        ? []
        : [
            {
              name: t('card.sensor'),
              lines: [t('card.sensorChange', { before: ratio(sensor.before), after: ratio(sensor.after) })],
            },
          ]),
    ];
    if (judged.state === 'notYetKnown') {
      const missing = toMissing(judged.missing);
      return {
        line: t('line.unknown', { what: what(effect), missing }),
        range: undefined,
        missing,
        verdict,
        verdictText,
        facts,
        note: undefined,
      };
    }
    const { lower, upper } = judged;
    return {
      line: t(`line.${unit}`, { what: what(effect), before: rateOf(before), after: rateOf(after) }),
      range: `${
        upper === null
          ? t('range.above', { lower: ratio(lower) })
          : t('range.between', { lower: ratio(lower), upper: ratio(upper) })
      }, ${counted(after)}`,
      missing: undefined,
      verdict,
      verdictText: judged.wasNearUsual ? `${verdictText}, ${t('nearUsual')}` : verdictText,
      note: judged.wasNearUsual ? t('card.mark') : undefined,
      facts: [
        ...facts,
        ...(judged.ratio === null
          ? []
          : [
              {
                name: t('card.formula'),
                lines: [
                  t('card.quotient', {
                    after: format.number(after.count),
                    afterCounted: format.number(toCounted(after.exposure)),
                    before: format.number(before.count),
                    beforeCounted: format.number(toCounted(before.exposure)),
                    ratio: ratio(judged.ratio),
                  }),
                ],
              },
            ]),
        { name: t('card.rule'), lines: [t('card.ruleText')] },
      ],
    };
  };
}
