/** Why an invitation was refused, in English (OA-11). Loaded when that happens. */
export const texts = {
  invitation: {
    ended: 'This invitation was used, was withdrawn or has ended. Ask the person who invited you for a new one.',
    mail: 'The identity provider does not confirm the invited mail address for this sign-in, or this sign-in has an account already.',
    changeUser: 'Sign in as another user',
    withoutInvitation: 'Go on without the invitation',
    failed: 'The invitation could not be accepted. Open the link again.',
  },
} as const;
