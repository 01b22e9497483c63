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
 * Folders and files that are not checked yet. Remove the line of one that is clean; the list ends empty.
 * `node scripts/lib/check-words.mjs <folder>` prints the findings of one;
 * `node scripts/lib/wrap-comments.mjs <folder>` wraps its long comments.
 */
export const unchecked = [
  // apps/portal
  'apps/portal/src/features/advanced-search',
  'apps/portal/src/features/callback',
  'apps/portal/src/features/code-settings',
  'apps/portal/src/features/codes',
  'apps/portal/src/features/collectors',
  'apps/portal/src/features/counter',
  'apps/portal/src/features/error-popup',
  'apps/portal/src/features/error-trend',
  'apps/portal/src/features/errors',
  'apps/portal/src/features/failure-sign',
  'apps/portal/src/features/firmware',
  'apps/portal/src/features/login',
  'apps/portal/src/features/pm-parts',
  'apps/portal/src/features/profile',
  'apps/portal/src/features/terms',
  'apps/portal/src/features/toner',
  // apps/server
  'apps/server/src/features/codes',
  'apps/server/src/features/counter',
  'apps/server/src/features/details',
  'apps/server/src/features/errors',
  'apps/server/src/features/parts',
  'apps/server/src/features/predictions',
  'apps/server/src/features/toner',
  'apps/server/src/store/embedded/owner.ts',
  'apps/server/src/store/embedded/places.test.ts',
  'apps/server/test/migrate-told.test.ts',
  // docs
  'docs/decisions',
];
