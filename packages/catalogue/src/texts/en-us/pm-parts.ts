/**
 * Parts for preventive maintenance. Lives are percent of the life consumed; `state` says in words what the
 * colour says.
 */
export const pmParts = {
  title: 'PM parts',
  columns: {
    code: 'Part code',
    part: 'Part',
    life: 'Life now and in 4 weeks',
    lifeNow: 'Life now',
    life1Week: 'After 1 week',
    life2Weeks: 'After 2 weeks',
    life4Weeks: 'After 4 weeks',
    consumed: 'Consumed life (rated)',
    counter: 'Counter',
    replaced: 'Last replaced',
    note: 'Note',
    state: 'State',
  },
  none: 'This device sends no part counters.',
  made: {
    asks: 'Counted from the rows below: parts that are due, and those to replace at the next visit.',
    watch: 'Counted from the rows below: parts to watch; they ask for no visit yet.',
    unknown: 'Counted from the rows below: parts of which the device reports no consumed life.',
    threshold:
      'A rule of the portal: a part whose condition is not judged is recommended for replacement once this much of its rated life is consumed.',
  },
  noForecast: 'no forecast',
  pages: 'pages',
  range: '{lower, number}–{upper, number}%',
  rangeUnknown: 'range unknown',
  ranges: '80% ranges',
  lifeUnknown: 'Life not reported',
  lifeNote: 'Of the expected life where the condition of the part is judged, else of the rated life.',
  summary: {
    asks: '{count, plural, one {# part} other {# parts}} to replace now or at the next visit',
    watch: '{count, number} to watch',
    unknown: '{count, number} of unknown life',
  },
  threshold: 'Threshold {value, number}%',
  bar: '{now, number}% consumed, threshold {threshold, number}%',
  barForecast: '{now, number}% consumed, {later, number}% in 4 weeks, threshold {threshold, number}%',
  withheld: '{readings, number} of {needed, number} readings',
} as const;
