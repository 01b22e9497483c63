import { audit } from './en-us/audit.ts';
import { collectorFleet } from './en-us/collector-fleet.ts';
import { collectorRemote } from './en-us/collector-remote.ts';
import { collectorRollout } from './en-us/collector-rollout.ts';
import { deviceFacts } from './en-us/device-facts.ts';
import { downloads } from './en-us/downloads.ts';
import { editing } from './en-us/editing.ts';
import { meterCodes } from './en-us/meter-codes.ts';
import { models } from './en-us/models.ts';
import { notifications } from './en-us/notifications.ts';
import { organisations } from './en-us/organisations.ts';
import { partNumbers } from './en-us/part-numbers.ts';
import { people } from './en-us/people.ts';
import { siteCollectors } from './en-us/site-collectors.ts';
import { tokens } from './en-us/tokens.ts';
import { visitImport } from './en-us/visit-import.ts';

/** The texts of the administration in English; ICU messages. Loaded with that area. */
export const texts = {
  administration: {
    sections: 'Sections of the administration',
    organisations: 'Organizations',
    people: 'People',
    devices: 'Devices',
    collectors: 'Collectors',
    siteCollectors: 'Collectors',
    tokens: 'Tokens',
    partNumbers: 'Part numbers',
    visitImport: 'Past visits',
    meterCodes: 'Meter codes',
    models: 'Model table',
    notifications: 'Notifications',
    audit: 'Audit',
    none: 'You have no right to this area.',
    exportFailed: 'The export failed.',
  },
  deviceFacts,
  audit,
  downloads,
  collectorFleet,
  collectorRemote,
  collectorRollout,
  editing,
  meterCodes,
  models,
  notifications,
  organisations,
  people,
  partNumbers,
  siteCollectors,
  tokens,
  visitImport,
} as const;
