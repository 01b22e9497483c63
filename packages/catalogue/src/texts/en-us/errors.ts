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
