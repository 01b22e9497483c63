import { storagePortLabel } from '@platen/catalogue/storage-health';
import { isKeyOf } from '@platen/catalogue/supply-phrase';
import { useMessages, useTranslations } from 'use-intl/react';
import { toIsoDay } from '../../device/calendar-day.ts';
import { environment } from '../../platform/environment.ts';
import type { TimeTrack } from '../../charts/to-time-tracks.ts';
import { useMinute } from '../../ui/use-age.ts';
import { isPast, type HorizonRow } from './horizon-rows.ts';
import { shapeOf } from './to-sign.ts';
import { useTexts } from './use-texts.ts';

/** The rows of the service horizon as the chart draws them, with their texts. */
export function useHorizonTexts() {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const known = useMessages();
  const texts = useTexts();
  const { locale } = environment();
  const now = useMinute();

  const partText = (part: string): string => {
    if (isKeyOf(known.common.color, part)) return common(`color.${part}`);
    return storagePortLabel(Number(part), locale) ?? part;
  };
  const label = ({ component, part, nameId }: HorizonRow): string => {
    const whole = t(`component.${component}`);
    if (part === undefined) return component === 'drum' ? (texts.part(nameId ?? null) ?? whole) : whole;
    return texts.part(nameId ?? null) ?? t('horizon.row', { component: whole, part: partText(part) });
  };
  const verdict = ({ sign }: HorizonRow): string =>
    sign === 'noData' || sign === 'loading' || sign === 'failed' ? t(`horizon.verdict.${sign}`) : texts.sign(sign);

  const toEnd = ({ sign, span, missing }: HorizonRow): string => {
    if (span !== undefined) return texts.range(span) ?? t('horizon.rangeUnknown', { date: texts.at(span) });
    if (missing !== undefined) return t('readings', { count: missing.readings, needed: missing.neededReadings });
    return sign === 'noData' ? common('noData') : common('none');
  };
  const toTrack = (row: HorizonRow): TimeTrack => {
    const { component, part, sign } = row;
    // A day that has passed lies before the axis: a text states it, no bar is drawn.
    const isReached = isPast(row.span, now);
    const span = isReached ? undefined : row.span;
    const shape = sign === 'noData' || sign === 'loading' || sign === 'failed' ? 'unknown' : shapeOf(sign);
    const end = toEnd(row);
    return {
      key: `${component} ${part ?? ''}`,
      label: label(row),
      status: shape,
      end,
      text: [`${label(row)}: ${verdict(row)}`, ...(end === common('none') ? [] : [end])].join(', '),
      ...(shape === 'error' || shape === 'warning' ? { tone: shape } : {}),
      ...(span === undefined ? {} : { at: toIsoDay(span.middle) }),
      ...(span?.lower === undefined || span.upper === undefined
        ? {}
        : { range: { from: toIsoDay(span.lower), to: toIsoDay(span.upper) } }),
      ...(isReached ? { state: { kind: 'none', text: t('horizon.reached') } } : {}),
      ...(row.span === undefined ? { state: toState(row) } : {}),
    };
  };
  /** A text or a hatch where there is no date to draw. */
  const toState = (row: HorizonRow): NonNullable<TimeTrack['state']> => {
    const { sign } = row;
    if (sign === 'noData' || sign === 'withheld' || sign === 'failed') return { kind: 'unknown', text: verdict(row) };
    if (sign === 'none' || sign === 'loading') return { kind: 'none', text: verdict(row) };
    return { kind: 'none', text: t('horizon.signWithoutDate') };
  };
  const visit = ({ rows, otherParts }: { readonly rows: readonly HorizonRow[]; readonly otherParts: number }): string =>
    [...rows.map(label), ...(otherParts === 0 ? [] : [t('horizon.otherParts', { count: otherParts })])].join(
      t('horizon.and'),
    );
  return { label, verdict, visit, toTrack };
}
