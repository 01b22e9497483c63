/**
 * The error screen; the kinds of errors are named as in the profile. `conditions` is keyed as in the
 * contract.
 */
export const errorHistory = {
  counts: {
    title: 'Error counts',
    window: '{days, number} days',
    noReport: '{count, plural, one {# day without a report} other {# days without a report}}',
    all: '{count, plural, one {# error in all} other {# errors in all}}',
    sum: '{name} {total, number}',
  },
  history: {
    title: 'Error history',
    window: 'latest {days, number} days',
    count: '{count, plural, one {# error} other {# errors}}',
    countOf: '{count, number} of {total, plural, one {# error} other {# errors}}',
    noneOfKind: 'No error of this kind in the latest {days, number} days.',
    noneReported: 'No error in the latest {days, number} days.',
  },
  columns: {
    time: 'Time',
    kind: 'Kind',
    code: 'Code',
    message: 'Message',
    counter: 'Counter',
    settings: 'Settings',
  },
  conditions: {
    paperSource: 'Paper source',
    paperSize: 'Paper size',
    sort: 'Sort mode',
    ADF: 'Original feed (ADF)',
    APS: 'Paper selection (APS)',
    duplex: 'Duplex',
    function: 'Function',
  },
  details: 'Details of {code}, {time}',
  filter: 'Kind',
  filterAll: 'All kinds',
  made: {
    kind: 'The kind follows from the code.',
  },
  settings: 'Settings at the time of the error',
  settingsNone: 'No settings were reported with this error.',
  settingsRaw: 'code {code}',
  settingsUnknown: 'Shown as codes: the series of this model is not known.',
  trend: 'Error Trend',
} as const;

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
