/** Longest line of a comment, in characters with its indentation. */
export const longestComment = 110;

/**
 * Phrases that comments, strings and Markdown do not use, and what to write instead. Case does not matter.
 */
export const bannedPhrases = [
  { pattern: /\b(?:told|tellings?)\b/, use: 'reported, stated, notified' },
  { pattern: /\btells\b/, use: 'reports, shows, states; "distinguishes" for telling apart' },
  { pattern: /\bsaid\b/, use: 'reported, stated, parsed, logged' },
  { pattern: /\banew\b/, use: 'again' },
  { pattern: /\bbeside\b/, use: 'next to, alongside, in addition to' },
  { pattern: /\b(?:gives?|gave|given|giving)\s+back\b/, use: 'returns' },
  { pattern: /\bgrave(?:r|st|ly)?\b|\bgravity\b/, use: 'severe, severity' },
  { pattern: /\bstands?\s+for\b/, use: 'is, means, represents' },
  { pattern: /\b(?:nobody|whoever)\b/, use: 'the user, caller or process by name; "no user", "no device"' },
  { pattern: /\bso\s+many\b/, use: 'the number of, at most N' },
  { pattern: /\b(?:is|are)\s+to\s+be\b/, use: 'must be, should be' },
  { pattern: /\bof\s+two\s+\w+\s+the\b/, use: 'the larger of, the newer of; name the condition' },
  { pattern: /\bunrul(?:y|iness)\b/, use: 'overdispersed, overdispersion' },
  { pattern: /\bknock(?:s|ed|ing)?\b/, use: 'probe' },
  { pattern: /\bas\s+ever\b/, use: 'as before, unchanged' },
  { pattern: /\blets?\s+go\s+of\b/, use: 'releases' },
];

/** Names of the wire contract, which senders and stored reports of earlier versions use. */
export const wireNames = new Set(['notKept']);

/** Parts of camelCase identifiers that hide what a thing is, and what to name it by. */
export const bannedNames = [
  { parts: ['told', 'tell', 'tells', 'telling', 'tellings'], use: 'reported, provenance' },
  { parts: ['said', 'saying', 'sayings'], use: 'parsed, reported' },
  { parts: ['kept'], use: 'stored, saved' },
  { parts: ['anew'], use: 'again' },
  { parts: ['beside'], use: 'next to, extra' },
  { parts: ['grave', 'graver', 'gravest', 'gravity'], use: 'severity, severe, most severe' },
  { parts: ['knock', 'knocks', 'knocked', 'knocking'], use: 'probe' },
  { parts: ['nobody', 'whoever'], use: 'the person or process by name' },
  { parts: ['unruly', 'unruliness'], use: 'overdispersion' },
  { parts: ['overtaken'], use: 'superseded, outdated' },
  { parts: ['mending', 'mended'], use: 'recovery, resolved' },
  { parts: ['questioned'], use: 'what was asked, e.g. evidence of a value' },
  { parts: ['wild'], use: 'malformed, untrusted, outlier' },
];

/**
 * Files that are not checked, each for the reason above it. `node scripts/lib/check-words.mjs <path>` prints
 * the findings of one.
 */
export const unchecked = [
  // the name of the system user `nobody`
  'apps/server/src/store/embedded/places.ts',
  'apps/server/src/store/embedded/places.test.ts',
  // the name of migration 0006
  'apps/server/test/migrate-told.test.ts',
];
