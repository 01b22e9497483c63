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
