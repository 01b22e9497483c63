/** What codes say that no row of the specification names (DM-006, DM-097). */
export const manual = {
  'en-us': 'Kindly refer manual for more details',
  'ja-jp': 'サービスマニュアルを参照してください。',
} as const;

/** The facts of a code that only a technician can put right. */
export const technicianCalled = {
  category: 'serviceCall',
  who: 'technician',
  severity: 'error',
  action: 'Send a technician. Have the code, the counter and the last jobs at hand.',
} as const;

/** The facts of a code whose series calls for service, but which no row names. */
export const technicianLooksUp = {
  category: 'serviceCall',
  who: 'technician',
  severity: 'error',
  isKnown: false,
} as const;
