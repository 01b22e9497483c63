/** Who may import whom: room → rooms. Anything not named here is refused. */
export const mayImport = {
  'packages/contract': [],
  'packages/catalogue': ['packages/contract'],
  'packages/diagnosis': ['packages/contract'],
  'apps/portal': ['packages/contract', 'packages/catalogue', 'packages/diagnosis'],
  'apps/server': ['packages/contract', 'packages/catalogue', 'packages/diagnosis'],
  'apps/collector': ['packages/contract'],
  'apps/simulator': ['packages/contract', 'packages/catalogue'],
  bench: [
    'packages/contract',
    'packages/catalogue',
    'packages/diagnosis',
    'apps/server',
    'apps/collector',
    'apps/simulator',
  ],
  e2e: [
    'packages/contract',
    'packages/catalogue',
    'packages/diagnosis',
    'apps/server',
    'apps/collector',
    'apps/simulator',
  ],
};

/**
 * The layers inside an app's src folder, from the top down. A layer names folders and loose files of src;
 * these import one another never, and only what lies in a layer below. A folder that is not named is not
 * checked yet. Tests are exempt: they may set up a module with anything.
 */
export const layers = {
  'apps/portal': [
    ['main.tsx'],
    ['shell'],
    ['features'],
    ['api-tokens', 'delivery', 'device-facts', 'meter-codes', 'visit-effects', 'visit-planning'],
    ['device', 'device-search', 'editing'],
    ['offline'],
    ['charts', 'device-codes', 'rule-words'],
    ['downloads', 'jobs', 'session'],
    ['api', 'print', 'ui'],
    ['platform'],
    ['brand', 'styles'],
  ],
  'apps/server': [
    ['main.ts'],
    ['cli'],
    ['web'],
    ['jobs'],
    ['features'],
    ['files'],
    ['delivery'],
    ['closes'],
    ['kit', 'user-jobs', 'worklist'],
    ['device-list', 'history', 'ledger'],
    ['device', 'status'],
    ['identity'],
    ['settings'],
    ['store', 'stream', 'threads'],
    ['base'],
  ],
  'apps/collector': [
    ['cli.ts'],
    ['commands'],
    ['collect'],
    ['orders'],
    ['health'],
    ['recording'],
    ['known', 'read', 'redact', 'remote'],
    ['alerts', 'delivery', 'discover', 'explain'],
    ['normalise', 'outbox'],
    ['settings'],
    ['ipp', 'snmp'],
    ['platform'],
  ],
};

/** Arrows that the order of the layers would allow, with the reason against them. */
export const forbidden = [
  { app: 'apps/server', from: 'jobs', to: 'kit', why: 'jobs know nothing of HTTP' },
  { app: 'apps/server', from: 'cli', to: 'web', why: 'the command line calls services, not HTTP' },
];
