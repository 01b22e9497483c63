export const common = {
  accept: 'Accept',
  age: {
    justNow: 'just now',
    minutes: '{count, number} min ago',
    hours: '{count, number} h ago',
    days: '{count, number} d ago',
    future: 'clock ahead of the portal',
  },
  apply: 'Apply',
  back: 'Back',
  brand: { platen: 'Platen', rdt: 'Remote Diagnosis Tool' },
  cancel: 'Cancel',
  clear: 'Clear',
  close: 'Close',
  color: { black: 'Black', yellow: 'Yellow', magenta: 'Magenta', cyan: 'Cyan', eBlue: 'Erasable blue' },
  colorShort: { black: 'Black', yellow: 'Yellow', magenta: 'Magenta', cyan: 'Cyan', eBlue: 'Er. blue' },
  decline: 'Decline',
  deviceList: 'Device List',
  duration: {
    minutes: '{count, number} min',
    hours: '{count, number} h',
    hoursMinutes: '{hours, number} h {minutes, number} min',
    days: '{count, number} d',
  },
  list: { separator: ', ' },
  loading: 'Loading',
  logout: 'Logout',
  noData: 'No data',
  noDataFound: 'No data found!',
  none: '-',
  history: 'History',
  notFitted: 'not fitted',
  notReported: 'Not reported',
  nothingToDisplay: 'Nothing to display',
  pages: { before: 'Previous', after: 'Next', shown: '{from, number} to {to, number} of {total, number}' },
  percent: '{value, number}%',
  refresh: 'Refresh',
  reload: 'Reload',
  retry: 'Retry',
  search: 'Search',
  skipToContent: 'Skip to content',
  total: 'Total',
  /** Where a device stands on the worklist (WL-65). */
  worklist: {
    label: 'On the worklist: {priority}, {state}',
    open: 'open',
    acknowledged: 'acknowledged',
    assigned: 'assigned',
    planned: 'visit planned',
    snoozed: 'snoozed',
    resolved: 'resolved',
  },
  unit: {
    impressions: '{count, plural, one {page} other {pages}}',
    sheets: '{count, plural, one {sheet} other {sheets}}',
    sides: '{count, plural, one {side} other {sides}}',
    weighted: 'weighted pages',
    other: 'counts',
    unknown: 'counts, unit not reported',
  },
} as const;

export const session = {
  checkingTerms: 'Checking the agreed terms of use.',
  completing: 'Completing sign-in.',
  failed: 'Sign-in did not complete.',
  failedRepeatedly:
    'Sign-in failed twice in a row. Check the clock of this computer and whether the browser blocks storage, then sign in again.',
  insecure: 'Sign-in needs a secure connection. Open the portal by https, or on this computer by localhost.',
  leaving: 'Signing out.',
  providerUnreachable: 'The sign-in service did not answer.',
  redirecting: 'Going to the sign-in page.',
  signIn: 'Sign in',
  signedOut: 'You are signed out.',
  termsFailed: 'The agreed terms of use could not be read.',
} as const;

export const terms = {
  accept: 'Accept',
  accepting: 'Saving your agreement',
  agreedVersion: 'Agreed version',
  decline: 'Decline',
  heading: 'Use requires your agreement to these terms',
  hint: 'Read the terms, then accept or decline. Declining signs you out.',
  latestVersion: 'Latest version',
  neverAgreed: 'none',
  ownHint: '{name} asks you to accept these terms. Read them, then accept or decline. Declining signs you out.',
  ownText: 'Terms of Use of your organization, full text',
  text: 'Terms of Use, full text',
} as const;

export const popups = {
  information: { copyright: 'Copyright', copyrightLine: '© {years} {name}', version: 'Version' },
  noData: 'No data',
  notification: {
    content: 'Content',
    empty: 'Nothing to display',
    failed: 'The notifications could not be loaded.',
    published: 'Publish Date',
    table: 'Notifications, newest first',
  },
} as const;

/** The card behind every value: `rule`, `state` and `protocol` are keyed as in the contract. */
/** Why a level is not measured. */
export const level = {
  state: {
    measured: 'measured',
    unknown: 'unknown to the device',
    someRemaining: 'some remaining, amount not given',
    notRestricted: 'not restricted',
    notSupported: 'not supported by the device',
    low: 'low, by the panel or an alert',
    empty: 'empty, by the panel or an alert',
    missing: 'missing, by the panel or an alert',
    notReported: 'Not reported',
  },
  stateShort: {
    unknown: 'Unknown',
    someRemaining: 'Some left',
    notRestricted: 'No limit',
    notSupported: 'Not supported',
    low: 'Low',
    empty: 'Empty',
    missing: 'Missing',
    notReported: 'Not reported',
  },
} as const;

export const errors = {
  closingLeadsToLogin: 'Closing this message leads to the login.',
  code: 'Error code',
  crashed: 'This screen stopped working.',
  crashedHint: 'Reload the page. If it happens again, note the address and the time for the administrator.',
  lazyFailed: 'This part of the portal could not be loaded.',
  lazyHint: 'The connection may be slow or interrupted, or the portal was updated.',
  panelFailed: 'This data could not be loaded.',
  reload: 'Reload',
  retry: 'Retry',
} as const;

export const notFound = {
  hint: 'The address may be mistyped or out of date.',
  noScreen: 'There is no screen at <path>{address}</path>.',
  title: 'Invalid URL',
  toDeviceList: 'Device List',
  toLogin: 'Login',
} as const;
