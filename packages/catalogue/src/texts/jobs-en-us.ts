/** Work that goes on after its call. `kinds`: keyed as in the contract. */
const jobs = {
  label: 'Work in progress',
  kinds: {
    worklistActions: '{done, number} of {total, plural, one {# condition} other {# conditions}}',
    ruleTrial: '{done, number} of {total, plural, one {# device} other {# devices}}',
    visitImport: '{done, number} of {total, plural, one {# line} other {# lines}}',
    meterSettle: '{done, number} of {total, plural, one {# line} other {# lines}}',
    meterClose: '{done, number} of {total, plural, one {# device} other {# devices}}',
    metersAt: '{done, number} of {total, plural, one {# device} other {# devices}}',
  },
  waiting: 'Waiting to begin.',
  mayLeave: 'You can leave this page: the work goes on.',
} as const;

/** The texts about jobs in English; ICU messages. Loaded with the first of them. */
export const texts = { jobs } as const;
