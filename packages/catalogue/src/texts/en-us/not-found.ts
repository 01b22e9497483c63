export const notFound = {
  hint: 'The address may be mistyped or out of date.',
  noScreen: 'There is no screen at <path>{address}</path>.',
  title: 'Invalid URL',
  toDeviceList: 'Device List',
  toLogin: 'Login',
} as const;
