import * as z from 'zod/mini';
import { messageLanguages } from './channel-names.ts';
import { endpoint } from './endpoint.ts';
import { mostNumbers, organisationKinds, organisationStates } from './organisation-names.ts';
import { ownTerms, termsTexts } from './organisation-terms.ts';
import { timeZone } from './time-zone.ts';
import { uuid } from './values.ts';
import { priorities } from './worklist-names.ts';

export {
  type OrganisationKind,
  type OrganisationState,
  organisationKinds,
  parentKinds,
} from './organisation-names.ts';

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const hours = z.array(z.strictObject({ from: clock, to: clock })).check(z.maxLength(4));

/** Holidays of a calendar at most (GE-09). */
const mostHolidays = 400;
const longestLead = 60;
/** Hours of work within which something is acknowledged, and a technician is on site (WL-51). */
const answerHours = z.number().check(z.positive(), z.maximum(2000));
const answerTimes = z.partialRecord(
  z.enum(priorities),
  z.strictObject({ acknowledgeHours: answerHours, onSiteHours: z.optional(answerHours) }),
);
const mostPages = 1_000_000;
/** Fewer than 3 would leave pages a month, which count 90 days, without their past. */
const retentionMonths = z.int().check(z.minimum(3), z.maximum(240));

/** Settings that are stored with an organisation, each inherited from above unless it is set (OA-04). */
export const organisationSettings = {
  /** IANA name of the zone. */
  zone: z.optional(timeZone),
  /** Hours of work by day of the week, Monday first (GE-09). */
  week: z.optional(z.array(hours).check(z.length(7))),
  lunchMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(240))),
  holidays: z.optional(
    z.array(z.strictObject({ day, name: z.string().check(z.maxLength(100)) })).check(z.maxLength(mostHolidays)),
  ),
  /** Working days from the order of a supply to its arrival (WL-08). */
  leadDays: z.optional(z.int().check(z.minimum(0), z.maximum(longestLead))),
  /** In which invitations are written, and in which new channels begin. */
  mailLanguage: z.optional(z.enum(messageLanguages)),
  /** Of customers with which none of their own are agreed, by class. */
  answerTimes: z.optional(answerTimes),
  /** Pages above which a second person confirms a correction of a meter; 0: never (LG-21). */
  secondPersonPages: z.optional(z.int().check(z.minimum(0), z.maximum(mostPages))),
  /** Whether network addresses of devices may go to ticket systems and other programs. */
  addressesLeave: z.optional(z.boolean()),
  /** Months for which readings and errors of devices are stored, if fewer than those of the installation. */
  retentionMonths: z.optional(retentionMonths),
} as const;
export const settingNames = [
  'zone',
  'week',
  'lunchMinutes',
  'holidays',
  'leadDays',
  'mailLanguage',
  'answerTimes',
  'secondPersonPages',
  'addressesLeave',
  'retentionMonths',
  'terms',
] as const;
export type SettingName = (typeof settingNames)[number];

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const number = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9/-]{1,60}$/));
const numbers = z.array(number).check(z.maxLength(mostNumbers));
const version = z.int().check(z.minimum(1));

const organisation = z.object({
  organisationId: uuid,
  parentId: z.nullable(uuid),
  kind: z.enum(organisationKinds),
  name: z.string(),
  /** By which reports name it. */
  dealerNumbers: z.array(z.string()),
  customerNumbers: z.array(z.string()),
  state: z.enum(organisationStates),
  version: z.int(),
  /** Devices of it and of all below it, and of it alone. */
  devices: z.int(),
  ownDevices: z.int(),
  /** Users of it alone. */
  users: z.int(),
});
export type OrganisationItem = z.infer<typeof organisation>;

/** Where the value of a setting comes from; null: it is the default of the product. */
const source = z.nullable(z.object({ organisationId: uuid, name: z.string() }));
/** `terms` missing: those of the product; `retentionMonths`: those of the installation. */
const settings = z.strictObject({ ...organisationSettings, terms: z.optional(ownTerms) });
const details = z.object({
  organisation,
  /** What is set here. */
  own: settings,
  /** What holds, with the values that are inherited. */
  inForce: settings,
  sources: z.record(z.enum(settingNames), source),
  /** The channel for what no user took up, of it or of the next one above with one; null: there is none. */
  fallback: z.nullable(z.object({ channelName: z.string(), organisationId: uuid, name: z.string() })),
});
export type OrganisationDetails = z.infer<typeof details>;

const params = z.strictObject({ id: uuid });
const base = { access: 'user', right: 'manageOrganisation' } as const;

/** The own organisation and all below it, parents before children. */
export const listOrganisations = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/organisations',
  summary: 'The tree of organisations from the own one down',
  answer: z.object({ organisations: z.array(organisation) }),
});

export const readOrganisation = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/organisations/{id}',
  summary: 'An organisation with its settings and where they come from',
  params,
  answer: details,
});

export const addOrganisation = endpoint({
  ...base,
  method: 'POST',
  path: '/v1/organisations',
  summary: 'Add a dealer, customer or site',
  body: z.strictObject({
    parentId: uuid,
    kind: z.enum(organisationKinds),
    name,
    dealerNumbers: numbers,
    customerNumbers: numbers,
  }),
  answer: details,
});

/** `settings`: those given are set, those null are inherited again; others stay. */
export const organisationChange = z.strictObject({
  version,
  name: z.optional(name),
  dealerNumbers: z.optional(numbers),
  customerNumbers: z.optional(numbers),
  settings: z.optional(
    z.strictObject({
      zone: z.nullish(timeZone),
      week: z.nullish(z.array(hours).check(z.length(7))),
      lunchMinutes: z.nullish(z.int().check(z.minimum(0), z.maximum(240))),
      holidays: z.nullish(
        z.array(z.strictObject({ day, name: z.string().check(z.maxLength(100)) })).check(z.maxLength(mostHolidays)),
      ),
      leadDays: z.nullish(z.int().check(z.minimum(0), z.maximum(longestLead))),
      mailLanguage: z.nullish(z.enum(messageLanguages)),
      answerTimes: z.nullish(answerTimes),
      secondPersonPages: z.nullish(z.int().check(z.minimum(0), z.maximum(mostPages))),
      addressesLeave: z.nullish(z.boolean()),
      /** Refused where the installation itself stores nothing for so long. */
      retentionMonths: z.nullish(retentionMonths),
      /** A text that differs is a new version, which users are asked to accept. */
      terms: z.nullish(termsTexts),
    }),
  ),
});

export const changeOrganisation = endpoint({
  ...base,
  method: 'PUT',
  path: '/v1/organisations/{id}',
  summary: 'Change an organisation, its numbers and settings',
  params,
  body: organisationChange,
  answer: details,
});

/** Only without devices, users and organisations below it. */
export const removeOrganisation = endpoint({
  ...base,
  method: 'DELETE',
  path: '/v1/organisations/{id}',
  summary: 'Delete an organisation that is empty',
  params,
  query: z.strictObject({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
  answer: z.object({ status: z.literal('OK') }),
});
