import { editing } from './en-us/editing.ts';
import { tokens } from './en-us/tokens.ts';

/** The texts of the own settings in English; ICU messages. Loaded with their screen. */
export const texts = {
  editing,
  me: {
    settings: 'Portal',
    language: 'Language',
    zone: 'Time zone',
    startArea: 'Start with',
    asBrowser: 'As the browser: {value}',
    deviceList: 'Devices',
    save: 'Save',
    saved: 'Saved.',
    languageHint: 'The page is loaded again in the other language.',
    tokens: 'My API tokens',
    signOut: 'Sign out everywhere',
    signOutText:
      'Ends your sign-ins in all browsers and on all devices, this one included, within 3 seconds. API tokens stay; revoke them one by one.',
    signOutTitle: 'Sign out everywhere?',
    channels: 'My channels and what goes there',
    areas: {
      devices: 'Devices',
      worklist: 'Worklist',
      visits: 'Visits',
      supplies: 'Supplies',
      meters: 'Meters',
      reports: 'Reports',
      rules: 'Rules',
      administration: 'Administration',
    },
  },
  tokens,
} as const;
