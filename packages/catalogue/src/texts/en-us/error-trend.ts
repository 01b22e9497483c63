/** Errors a month; the kinds are named as in the profile. */
export const errorTrend = {
  title: 'Errors by month',
  months: '{count, plural, one {# month} other {# months}}',
  view: 'Period',
  month: 'Month',
  sum: 'Sum',
  running: 'to date',
  noReport: 'no report',
  noneInPeriod: 'No report in this period.',
  partly: '{reported, number} of {total, number} months reported',
  oneScale: 'all kinds on one scale',
  total: '{count, plural, one {# error} other {# errors}}',
  tableTitle: 'Errors by month and kind',
} as const;
