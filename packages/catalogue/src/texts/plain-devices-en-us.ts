/** What a customer's user sees of the own devices, in English (OA-62). Loaded with that screen. */
export const texts = {
  plainDevices: {
    figures: '{count, plural, one {device} other {devices}}',
    counts: {
      needsService: '{count, plural, one {# needs service} other {# need service}}',
      silent: '{count, plural, one {# does not report} other {# do not report}}',
      unknown: '{count, plural, one {# does not report its state} other {# do not report their state}}',
    },
    caption: 'Devices',
    none: 'You have no devices yet.',
    columns: {
      place: 'Place',
      device: 'Device',
      state: 'State',
      visit: 'Visit planned',
      toner: 'Toner empty first',
      lastReport: 'Last report',
    },
    states: {
      needsService: 'needs service',
      silent: 'no report',
      unknown: 'state not reported by this device',
      works: 'works',
    },
    knownSince: 'needs service, known to your dealer since {day}',
    notPlanned: 'not yet set',
    noVisit: 'none planned',
    noPlace: 'not entered',
    noModel: 'model not reported',
    unknownToner: 'not known',
    emptyFirst:
      '{color, select, yellow {yellow} magenta {magenta} cyan {cyan} black {black} other {erasable blue}}, {lower, number} to {upper, number} days',
    lowest:
      '{color, select, yellow {yellow} magenta {magenta} cyan {cyan} black {black} other {erasable blue}}, {percent, number}% left',
    pages: {
      title: 'Pages by month',
      all: 'Pages',
      color: 'of these in color',
      unknown: 'not known',
    },
  },
} as const;
