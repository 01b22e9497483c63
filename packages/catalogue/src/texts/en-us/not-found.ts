export const notFound = {
  hint: 'The address may be mistyped or out of date.',
  noScreen: 'No screen answers to <path>{address}</path>.',
  title: 'Invalid URL',
  toDeviceList: 'Device List',
  toLogin: 'Login',
} as const;
