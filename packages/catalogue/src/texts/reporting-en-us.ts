import { finding } from './en-us/finding.ts';

/** State of the collectors, and devices that have stopped reporting. */
export const reporting = {
  view: { collectors: 'Collectors', stopped: 'Stopped reporting' },
  views: 'Connection views',
  columns: {
    collector: 'Collector',
    state: 'State',
    lastContact: 'Last contact',
    version: 'Version',
    devices: 'Devices',
    read: 'Devices read',
    failing: 'Failing',
    waiting: 'Waiting',
    lastRound: 'Last round',
    silentFor: 'Silent for',
    lastReport: 'Last report',
    device: 'Serial Number',
    model: 'Model',
    customer: 'Customer',
    address: 'Last address',
    reason: 'Reason',
    target: 'Address',
    what: 'What fails',
    since: 'Since',
  },
  state: {
    working: 'Working',
    failing: 'Working, {count, plural, one {# address fails} other {# addresses fail}}',
    refused: 'Working, {count, plural, one {# report refused} other {# reports refused}}',
    silent: 'Silent for {duration}',
    never: 'Never connected',
    resting: 'Resting',
    revoked: 'Key revoked',
  },
  failure: {
    notKept: 'Read, but not stored',
    failed: 'Answers, but cannot be read',
    silent: 'No answer',
    incomplete: 'Read in part',
  },
  finding,
  collectorIs: {
    silent: 'Its collector is silent',
    resting: 'Its collector was asked to rest',
    revoked: 'The key of its collector was revoked',
  },
  noReason: {
    working: 'Unknown: its collector works and reports no failure at this address',
    noCollector: 'Unknown: no collector delivered its last report',
  },
  reportedAs: 'in reports: {name}',
  moreCustomers: 'and {count, number} more',
  showDevices: 'Show {count, plural, one {# device} other {# devices}} of {name}',
  hiddenCollector: 'Name not shown',
  unknown: 'Unknown',
  details: 'Details of {name}',
  failures: 'Failing addresses',
  findings: 'Found',
  noFailures: 'No failing addresses',
  noFindings: 'Nothing unusual',
  showing: '{shown, number} of {count, number} shown',
  noStatus: 'No status reported: a device that reports by itself, or an older collector.',
  round:
    '{targets, plural, one {# address} other {# addresses}} checked: {printers, plural, one {# device} other {# devices}} read, {others, plural, one {# other host} other {# other hosts}}, {silent, number} silent, {failed, number} failed',
  noRound: 'No round completed yet',
  every: 'Every {duration}',
  once: 'Only when started',
  facts: {
    host: 'Computer',
    name: 'Reported name',
    started: 'Started',
    rounds: 'Rounds',
    round: 'Last round',
    waiting: 'Waiting reports',
    refused: 'Refused reports',
    clock: 'Clock',
    asOf: 'Status as of',
  },
  waiting: '{count, plural, one {# report} other {# reports}}, {size, number} KB',
  refusedSince:
    '{count, plural, one {# report} other {# reports}} since it started, stored in its folder with the reason',
  clock: {
    right: 'Agrees with the server',
    ahead: '{duration} ahead; times are corrected',
    behind: '{duration} behind; times are corrected',
  },
  emptyCollectors: 'No collectors',
  emptyCollectorsHint: 'A collector finds and reads the printers of a site.',
  addCollector: 'Add a collector',
  stoppedRule: 'Without a report for three times their usual interval and at least a day, or offline.',
  emptyStopped: 'All devices report',
  emptyStoppedHint:
    'A device is listed once it is offline, or silent for three times its usual interval and at least a day.',
  page: '{from, number}–{to, number} of {total, number}',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  refreshFailed: 'Refresh failed; data from {time}.',
} as const;

/**
 * The texts of the screen about collectors and stopped devices in English; ICU messages. Loaded with that
 * screen.
 */
export const texts = { reporting } as const;
