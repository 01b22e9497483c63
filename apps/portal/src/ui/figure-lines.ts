import type { FigureInputs, InputsOf } from '@platen/contract/figures';
import { readNumber } from '@platen/diagnosis/codes/code-tally';
import { distanceOf } from '@platen/diagnosis/codes/fleet-codes';
import { grades, heldDays, heldState } from '@platen/diagnosis/components/storage/drive-score';
import { daysAhead, type LifeFigures, type Reproduced, reproduce } from '@platen/diagnosis/figures/reproduce';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useDates } from './use-dates.ts';
import { useCauseName } from './use-reason-text.ts';

type Texts = ReturnType<typeof useTexts>;
type Unit = InputsOf<'ratedLife'>['unit'];
type Lines = { readonly [K in FigureInputs['kind']]: (inputs: InputsOf<K>, texts: Texts) => readonly string[] };

/** The lines of the arithmetic of a figure, in the language in use. */
export function useFigureLines(): (inputs: FigureInputs) => readonly string[] {
  const texts = useTexts();
  return (inputs) => toLines(inputs.kind, inputs, texts);
}

function useTexts() {
  const t = useTranslations('figures');
  const format = useFormatter();
  const dates = useDates();
  const cause = useCauseName();
  const number = (value: number) => format.number(value, { maximumFractionDigits: digitsOf(Math.abs(value)) });
  return {
    t,
    cause,
    number,
    percent: (value: number) => format.number(value, { maximumFractionDigits: 1 }),
    small: (value: number) => format.number(value, { maximumSignificantDigits: 3 }),
    quantity: (value: number, unit: Unit) => t('quantity', { value: number(value), unit: t(`unit.${unit}`) }),
    day: (date: string) => dates.date(new Date(`${date}T12:00:00`)),
  };
}

/** Digits after the point, so that a figure has some three that count. */
function digitsOf(size: number): number {
  if (size >= 100) return 0;
  if (size >= 10) return 1;
  return size >= 1 ? 2 : 3;
}

// A generic index keeps kind and inputs together; the table fails to compile without one of the kinds.
function toLines<K extends FigureInputs['kind']>(kind: K, inputs: InputsOf<K>, texts: Texts): readonly string[] {
  return lines[kind](inputs, texts);
}

const lines: Lines = {
  tonerDays: (inputs, { t, number, small }) => {
    const { level, perDay, shorter, longer, age } = inputs;
    if (!(perDay > 0)) return [t('tonerDays.empty')];
    const { value } = reproduce('tonerDays', inputs);
    const exact = number(Math.max(0, level / perDay - age));
    const figures = { level: number(level), perDay: small(perDay), exact, days: value };
    return [
      age > 0 ? t('tonerDays.daysAfter', { ...figures, age }) : t('tonerDays.days', figures),
      t('tonerDays.range', { perDay: small(perDay), lower: small(perDay / longer), upper: small(perDay / shorter) }),
    ];
  },
  ratedLife: (inputs, texts) => {
    const { t, percent, quantity, small } = texts;
    const { unit, reported, done, rated, forecast } = inputs;
    const made = reproduce('ratedLife', inputs);
    return [
      reported !== null || done === null || rated === null
        ? t('ratedLife.reported', { percent: percent(made.now) })
        : t('ratedLife.done', {
            done: quantity(done, unit),
            rated: quantity(rated, 'pages'),
            percent: percent(made.now),
          }),
      ...(forecast?.uses ?? []).flatMap((use, at) => {
        const after = made.after[at];
        const days = daysAhead[at];
        if (after === undefined || days === undefined) return [];
        const each = small(forecast?.percentEach ?? 0);
        const range = t('ratedLife.range', { lower: percent(after.lower), upper: percent(after.upper) });
        const sum = t('ratedLife.after', {
          days,
          percent: percent(made.now),
          use: quantity(use.value, unit),
          each,
          result: percent(after.value),
        });
        return [`${sum}; ${range}`];
      }),
      ...(typeof forecast?.share === 'number'
        ? [t('ratedLife.share', { share: small(forecast.share), unit: t(`unit.${unit}`) })]
        : []),
    ];
  },
  expectedLife: (inputs, texts) => {
    const { t, percent, quantity, day } = texts;
    const { unit, wear, life, perDay, correction = 1, readOn, failedOn } = inputs;
    const made = reproduce('expectedLife', inputs);
    const use = quantity(perDay, unit);
    const days = Math.round((correction * Math.max(0, life.value - wear)) / perDay);
    return [
      failedOn === null
        ? t('expectedLife.now', {
            wear: quantity(wear, unit),
            life: quantity(life.value, unit),
            percent: percent(made.now),
          })
        : t('expectedLife.failed', { date: day(failedOn) }),
      t('expectedLife.life', { lower: quantity(life.lower, unit), upper: quantity(life.upper, unit) }),
      t('expectedLife.perDay', { perDay: use }),
      ...toForecastLines(made, texts),
      ...(failedOn === null && Number.isFinite(days)
        ? [
            t('expectedLife.days', {
              life: quantity(life.value, unit),
              wear: quantity(wear, unit),
              perDay: use,
              days,
              readOn: day(readOn),
            }),
          ]
        : []),
      ...(failedOn === null ? [toFailureLine(made.failure, texts)] : []),
    ];
  },
  rollerLife: (inputs, texts) => {
    const { t, number, percent, small } = texts;
    const { sheets, life, share, left, perDay } = inputs;
    const made = reproduce('rollerLife', inputs);
    return [
      t('rollerLife.now', { sheets: number(sheets), life: number(life), percent: percent(made.now) }),
      ...(share === null ? [] : [t('rollerLife.share', { share: small(share) })]),
      ...toForecastLines(made, texts),
      ...(left === undefined || perDay === undefined || share === null
        ? []
        : [
            t('rollerLife.left', {
              left: number(left.value),
              share: small(share),
              perDay: number(perDay.value),
              days: Math.round(left.value / share / perDay.value),
            }),
            toFailureLine(made.failure, texts),
          ]),
    ];
  },
  stopRisk: (inputs, { t, percent, number, cause }) => {
    const { within, causes, unknownParts } = reproduce('stopRisk', inputs);
    const figures = ([week, fortnight, month]: typeof within) => ({
      week: percent(week),
      fortnight: percent(fortnight),
      month: percent(month),
    });
    const factors = causes.map((one) => t('stopRisk.factor', { percent: percent(one.within[1]) }));
    return [
      ...causes.flatMap((one) => [
        t('stopRisk.cause', { cause: cause(one.item), ...figures(one.within) }),
        ...(one.forecast === undefined
          ? []
          : [t('stopRisk.corrected', { forecast: percent(one.forecast), fortnight: percent(one.within[1]) })]),
        ...(one.seen === undefined
          ? []
          : [t('stopRisk.seen', { failures: one.seen.failures, years: number(one.seen.deviceYears) })]),
      ]),
      ...(factors.length === 0
        ? [t('stopRisk.none')]
        : [
            t('stopRisk.together', { product: factors.join(' × '), fortnight: percent(within[1]) }),
            t('stopRisk.week', { week: percent(within[0]), month: percent(within[2]) }),
          ]),
      ...(inputs.warnFrom === undefined ? [] : [t('stopRisk.warnFrom', { percent: percent(inputs.warnFrom) })]),
      ...(unknownParts > 0 ? [t('stopRisk.unknown', { count: unknownParts })] : []),
    ];
  },
  partWear: ({ unit, wear }, { t, quantity }) => [t('partWear', { wear: quantity(wear, unit) })],
  reportedLife: ({ reported }, { t, percent }) => [t('reportedLife', { percent: percent(reported) })],
  counterRise: (inputs, texts) => [toRiseLine(inputs, texts)],
  codeLevel: ({ value, scale }, { t, number }) => {
    const own = readNumber(value);
    if (scale === undefined || own === undefined) return [t('codeLevel.rarity')];
    const { median, mad, limit, log } = scale;
    const plain = distanceOf(own, { median, mad, log: null });
    const figures = { value: number(own), median: number(median), mad: number(mad), distance: number(plain) };
    return [
      t('codeLevel.distance', figures),
      ...(log === undefined
        ? []
        : [
            t('codeLevel.log', {
              median: number(log.median),
              mad: number(log.mad),
              distance: number(distanceOf(own, { median, mad, log })),
            }),
          ]),
      t('codeLevel.limits', { limit: number(limit) }),
    ];
  },
  monthlyAverage: (inputs, texts) => {
    const { t, number } = texts;
    const pages = inputs.last - inputs.first - inputs.omitted;
    const value = number(reproduce('monthlyAverage', inputs));
    return [toRiseLine(inputs, texts), t('monthlyAverage', { pages: number(pages), days: inputs.days, value })];
  },
  sum: (inputs, { t, number }) => {
    const values = inputs.values.flatMap((value) => (value === null ? [] : [number(value)])).join(' + ');
    const sum = reproduce('sum', inputs);
    return sum === null ? [] : [t('sum', { values, sum: number(sum) })];
  },
  ratio: (inputs, { t, number, percent }) => [
    t('ratio', {
      part: number(inputs.part),
      whole: number(inputs.whole),
      percent: percent(reproduce('ratio', inputs)),
    }),
  ],
  sensorLimit: (inputs, { t, number }) => {
    const { usual, deviation, times, last } = inputs;
    const { limit } = reproduce('sensorLimit', inputs);
    return [
      ...(usual === null || deviation === null || limit === null
        ? []
        : [
            t('sensorLimit.limit', {
              usual: number(usual),
              times: number(times),
              deviation: number(deviation),
              limit: number(limit),
            }),
          ]),
      ...(last === null ? [] : [t('sensorLimit.last', { last: number(last) })]),
    ];
  },
  driveState: ({ score, wear, before, isSelfTesting, isHeld = false }, { t, number }) => {
    const [backup, replace, danger] = grades;
    return [
      ...(score === null
        ? []
        : [
            t('driveState.score', {
              score: number(score),
              backup: number(backup.score),
              replace: number(replace.score),
              danger: number(danger.score),
            }),
          ]),
      ...(wear === null
        ? []
        : [
            t('driveState.wear', {
              wear: number(wear),
              backup: number(backup.wear),
              replace: number(replace.wear),
              danger: number(danger.wear),
            }),
          ]),
      ...(before === null ? [] : [t('driveState.before', { state: before })]),
      ...(isHeld ? [t('driveState.held', { days: heldDays, state: heldState })] : []),
      ...(isSelfTesting ? [t('driveState.selfTest')] : []),
    ];
  },
};

const toForecastLines = ({ after }: LifeFigures, { t, percent }: Texts): string[] =>
  after.flatMap(({ value, lower, upper }, at) => {
    const days = daysAhead[at];
    const figures = { percent: percent(value), lower: percent(lower), upper: percent(upper) };
    return days === undefined ? [] : [t('expectedLife.after', { days, ...figures })];
  });

const toFailureLine = (failure: Reproduced['expectedLife']['failure'], { t, day }: Texts): string =>
  t('expectedLife.date', {
    date:
      failure === null
        ? t('noDate')
        : t('date', { date: day(failure.date), lower: day(failure.lower), upper: day(failure.upper) }),
  });

function toRiseLine(rise: Omit<InputsOf<'counterRise'>, 'kind'>, { t, number }: Texts): string {
  const { first, last, omitted } = rise;
  const value = number(reproduce('counterRise', { ...rise, kind: 'counterRise' }));
  const figures = { first: number(first), last: number(last), value };
  return omitted === 0
    ? t('rise.counted', figures)
    : t('rise.countedOmitted', { ...figures, omitted: omitted < 0 ? `(${number(omitted)})` : number(omitted) });
}
