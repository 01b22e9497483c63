export const terms = {
  accept: 'Accept',
  accepting: 'Saving your agreement',
  agreedVersion: 'Agreed version',
  decline: 'Decline',
  heading: 'Use requires your agreement to these terms',
  hint: 'Read the terms, then accept or decline. Declining signs you out.',
  latestVersion: 'Latest version',
  neverAgreed: 'none',
  text: 'Terms of Use, full text',
} as const;
