import { storagePortLabel } from '@platen/catalogue/storage-health';
import { isKeyOf } from '@platen/catalogue/supply-phrase';
import { useMessages, useTranslations } from 'use-intl/react';
import { toIsoDay } from '../../device/calendar-day.ts';
import { environment } from '../../platform/environment.ts';
import type { TimeLane } from '../../charts/to-time-lanes.ts';
import { useMinute } from '../../ui/use-age.ts';
import { isPast, type Lane } from './to-lanes.ts';
import { shapeOf } from './to-sign.ts';
import { useWords } from './use-words.ts';

/** The rows of the service horizon in words, as the chart draws them. */
export function useLaneWords() {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const known = useMessages();
  const words = useWords();
  const { locale } = environment();
  const now = useMinute();

  const partWord = (part: string): string => {
    if (isKeyOf(known.common.color, part)) return common(`color.${part}`);
    return storagePortLabel(Number(part), locale) ?? part;
  };
  const label = ({ component, part, nameId }: Lane): string => {
    const whole = t(`component.${component}`);
    if (part === undefined) return component === 'drum' ? (words.part(nameId ?? null) ?? whole) : whole;
    return words.part(nameId ?? null) ?? t('horizon.lane', { component: whole, part: partWord(part) });
  };
  const verdict = ({ sign }: Lane): string =>
    sign === 'noData' || sign === 'loading' || sign === 'failed' ? t(`horizon.verdict.${sign}`) : words.sign(sign);

  const toEnd = ({ sign, span, missing }: Lane): string => {
    if (span !== undefined) return words.range(span) ?? t('horizon.rangeUnknown', { date: words.at(span) });
    if (missing !== undefined) return t('readings', { count: missing.readings, needed: missing.neededReadings });
    return sign === 'noData' ? common('noData') : common('none');
  };
  const toTimeLane = (lane: Lane): TimeLane => {
    const { component, part, sign } = lane;
    // A day that has passed lies before the axis: words state it, no bar is drawn.
    const isReached = isPast(lane.span, now);
    const span = isReached ? undefined : lane.span;
    const shape = sign === 'noData' || sign === 'loading' || sign === 'failed' ? 'unknown' : shapeOf(sign);
    const end = toEnd(lane);
    return {
      key: `${component} ${part ?? ''}`,
      label: label(lane),
      status: shape,
      end,
      text: [`${label(lane)}: ${verdict(lane)}`, ...(end === common('none') ? [] : [end])].join(', '),
      ...(shape === 'error' || shape === 'warning' ? { tone: shape } : {}),
      ...(span === undefined ? {} : { at: toIsoDay(span.middle) }),
      ...(span?.lower === undefined || span.upper === undefined
        ? {}
        : { range: { from: toIsoDay(span.lower), to: toIsoDay(span.upper) } }),
      ...(isReached ? { state: { kind: 'none', text: t('horizon.reached') } } : {}),
      ...(lane.span === undefined ? { state: toState(lane) } : {}),
    };
  };
  /** Words or a hatch where there is no date to draw. */
  const toState = (lane: Lane): NonNullable<TimeLane['state']> => {
    const { sign } = lane;
    if (sign === 'noData' || sign === 'withheld' || sign === 'failed') return { kind: 'unknown', text: verdict(lane) };
    if (sign === 'none' || sign === 'loading') return { kind: 'none', text: verdict(lane) };
    return { kind: 'none', text: t('horizon.signWithoutDate') };
  };
  const visit = ({ lanes, otherParts }: { readonly lanes: readonly Lane[]; readonly otherParts: number }): string =>
    [...lanes.map(label), ...(otherParts === 0 ? [] : [t('horizon.otherParts', { count: otherParts })])].join(
      t('horizon.and'),
    );
  return { label, verdict, visit, toTimeLane };
}
