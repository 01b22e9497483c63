import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { remoteLevels } from './enrolment.ts';
import { count, instant, uuid } from './values.ts';

/** Bounds of what may come from the portal; the collector's own file may go further. */
export const remoteLimits = {
  everyMinutes: [1, 1440],
  packetsPerSecond: [1, 1000],
  concurrency: [1, 256],
  sites: 100,
  targets: 500,
  credentials: 20,
  /** Addresses that may be searched at the portal's wish without leave of the collector's file (CF-15). */
  addresses: 4096,
  /** Bytes of what a collector sends about its settings. */
  effectiveBytes: 1024 * 1024,
} as const;

export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

const short = z.string().check(z.minLength(1), z.maxLength(256));
const whole = ([least, most]: readonly [number, number]) => z.int().check(z.minimum(least), z.maximum(most));
const targets = z.array(z.string().check(z.minLength(1), z.maxLength(280))).check(z.maxLength(remoteLimits.targets));
/** Of the clock of the collector's machine, 24 hours. */
const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "expected a time like '22:00'"));

/**
 * Hours in which unknown addresses may be searched; `to` before `from`: over midnight; both alike: always.
 */
export const searchHours = z.strictObject({ from: timeOfDay, to: timeOfDay });
export type SearchHours = z.infer<typeof searchHours>;

const remoteSite = z.strictObject({
  name: short,
  targets: z.optional(targets),
  exclude: z.optional(targets),
  mdns: z.optional(z.boolean()),
  ipp: z.optional(z.boolean()),
  customerNumber: z.optional(short),
  customerName: z.optional(short),
  description: z.optional(short),
  dealerNumber: z.optional(short),
  dealerName: z.optional(short),
});
export type RemoteSite = z.infer<typeof remoteSite>;

/**
 * What may be set from the portal (CF-12). Server, keys, certificates, folders, `remote` and whatever is not
 * named here may not: an unknown name is refused.
 */
export const remoteSettings = z.strictObject({
  everyMinutes: z.optional(whole(remoteLimits.everyMinutes)),
  packetsPerSecond: z.optional(whole(remoteLimits.packetsPerSecond)),
  concurrency: z.optional(whole(remoteLimits.concurrency)),
  ipp: z.optional(z.boolean()),
  logLevel: z.optional(z.enum(logLevels)),
  searchHours: z.optional(searchHours),
  sites: z.optional(z.array(remoteSite).check(z.maxLength(remoteLimits.sites))),
});
export type RemoteSettings = z.infer<typeof remoteSettings>;

const sealedText = z.string().check(z.minLength(80), z.maxLength(4096), z.regex(/^[A-Za-z0-9_-]+$/));
const credentialHead = {
  /** Of people, as in 'printers'; names the credential in every list. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  kind: z.enum(['community', 'user']),
  /** SNMPv3 (RFC 3414). */
  user: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
  authProtocol: z.optional(short),
  privProtocol: z.optional(short),
  contextName: z.optional(z.string().check(z.maxLength(32))),
};

/** A credential whose secret only the collector can read (CF-14): docs/decisions/0531. */
export const sealedCredential = z.strictObject({ ...credentialHead, sealed: sealedText });
export type SealedCredential = z.infer<typeof sealedCredential>;
export type CredentialHead = Omit<SealedCredential, 'sealed'>;

/** What is inside a seal: of a community, or of a user. */
export const sealedSecret = z.strictObject({
  community: z.optional(short),
  authPassword: z.optional(short),
  privPassword: z.optional(short),
});
export type SealedSecret = z.infer<typeof sealedSecret>;

/** What a collector fetches: settings and credentials, in the order these are tried. */
export const wantedDocument = z.strictObject({
  settings: remoteSettings,
  credentials: z.array(sealedCredential).check(z.maxLength(remoteLimits.credentials)),
});
export type WantedDocument = z.infer<typeof wantedDocument>;

/** SHA-256 of a text, hexadecimal. */
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** How far wanted settings are (CF-11); `waiting` is the server's own: the collector has not fetched them. */
export const settingsStates = ['waiting', 'applying', 'applied', 'same', 'failed'] as const;
export type SettingsState = (typeof settingsStates)[number];

const problem = z.object({
  /** As in the collector's file: `sites[0].targets[1]`; empty: all of it. */
  place: z.string().check(z.maxLength(280)),
  reason: z.string().check(z.maxLength(1000)),
});
export type SettingsProblem = z.infer<typeof problem>;

/** What a collector says with its status about being managed from the portal. */
export const collectorRemote = z.object({
  level: z.enum(remoteLevels),
  /** Kinds of commands that it carries out; those of later versions are names like others. */
  commands: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40))),
  /** Of the settings in force, as it sends them; absent: it shows none. */
  effective: z.optional(hash),
  /** Number of the wanted settings in force; absent: none. */
  inForce: z.optional(count),
  /** What it made of those that it fetched last. */
  judged: z.optional(
    z.object({
      number: count,
      hash,
      state: z.enum(settingsStates),
      problems: z.array(problem).check(z.maxLength(20)),
    }),
  ),
});
export type CollectorRemote = z.infer<typeof collectorRemote>;

/** Since when, and by whom, a customer's user switched remote work off (OA-20). */
export const remoteOff = z.object({ at: instant, by: z.string() });
export type RemoteOff = z.infer<typeof remoteOff>;

/** What the answer to a status says of settings: which are wanted, and whether those in force are unknown. */
export const statusSettings = {
  settings: z.optional(z.object({ number: count, hash })),
  wantsEffective: z.optional(z.literal(true)),
};

export const settingKeys = [
  'every',
  'packetsPerSecond',
  'concurrency',
  'ipp',
  'logLevel',
  'searchHours',
  'credentials',
  'targets',
  'exclude',
  'mdns',
  'siteIpp',
  'customer',
] as const;
export type SettingKey = (typeof settingKeys)[number];

/** Who decided: the site's file, environment or command line; the portal; the enrolment; none of them. */
export const settingSources = ['site', 'portal', 'enrolment', 'default'] as const;
export type SettingSource = (typeof settingSources)[number];

const entry = z.object({
  /** Name of the site it is of; absent: of all. */
  site: z.optional(z.string().check(z.maxLength(256))),
  key: z.enum(settingKeys),
  /** `every` in ms; of credentials kind and name, never a secret. */
  value: z.union([
    z.string().check(z.maxLength(1000)),
    z.number(),
    z.boolean(),
    z.array(z.string().check(z.maxLength(280))).check(z.maxLength(1000)),
  ]),
  from: z.enum(settingSources),
});
export type SettingEntry = z.infer<typeof entry>;

/** The settings in force without secrets (CF-10), and what the collector's file allows the portal. */
export const effectiveSettings = z.object({
  entries: z.array(entry).check(z.maxLength(2000)),
  /** Where reports go, and through which proxy, without its password. */
  server: z.string().check(z.maxLength(500)),
  proxy: z.optional(z.string().check(z.maxLength(500))),
  /** What the file allows beyond CF-15: addresses in all, and any address at all. */
  allows: z.object({ addresses: count, anywhere: z.boolean() }),
  /** SHA-256 of the key to which secrets are sealed, first 16 digits; absent: it has none. */
  sealingFingerprint: z.optional(z.string().check(z.maxLength(16))),
});
export type EffectiveSettings = z.infer<typeof effectiveSettings>;

/** `GET /v1/ingest/settings`: the wanted settings of the collector, as one text with its hash. */
export const fetchSettings = endpoint({
  method: 'GET',
  path: '/v1/ingest/settings',
  access: 'collector',
  summary: 'Fetch the settings that the portal wants',
  answer: z.object({ number: count, hash, text: z.string() }),
});

/** `POST /v1/ingest/effective`: the settings in force; they replace what was there. */
export const sendEffective = endpoint({
  method: 'POST',
  path: '/v1/ingest/effective',
  access: 'collector',
  summary: 'Send the settings in force, without secrets',
  body: effectiveSettings,
  answer: z.object({ status: z.string() }),
});

const shownCredential = z.object({
  ...credentialHead,
  setAt: instant,
  /** Name of the person. */
  setBy: z.string(),
});
export type ShownCredential = z.infer<typeof shownCredential>;

/** Settings of one collector as the portal shows them. */
export const collectorSettings = z.object({
  /** 0: none were ever wanted. */
  version: count,
  settings: remoteSettings,
  credentials: z.array(shownCredential),
  changedAt: z.nullable(instant),
  changedBy: nullableText,
  /** Null: it never reported how far it may be managed (an older version, or not heard of yet). */
  remote: z.nullable(collectorRemote),
  /** Null or absent: the customer has not switched remote work off. */
  remoteOff: z.optional(z.nullable(remoteOff)),
  state: z.nullable(z.enum(settingsStates)),
  effective: z.nullable(effectiveSettings),
  effectiveAt: z.nullable(instant),
  /** X25519, base64url: what is sealed is sealed to this; null: it has none. */
  encryptionKey: nullableText,
});
export type CollectorSettings = z.infer<typeof collectorSettings>;

/** `GET /v1/collector/{id}/settings`: settings in force and wanted, for those who manage collectors. */
export const readCollectorSettings = endpoint({
  method: 'GET',
  path: '/v1/collector/{id}/settings',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Settings of a collector, in force and wanted',
  params: z.strictObject({ id: uuid }),
  answer: collectorSettings,
});

/**
 * `PUT /v1/collector/{id}/settings`: what is wanted from now on, made from `version`. A credential without
 * `sealed` keeps the secret that is stored under its name. Refuses 202003 where the collector's own file does
 * not let the portal manage it (CF-10).
 */
export const changeCollectorSettings = endpoint({
  method: 'PUT',
  path: '/v1/collector/{id}/settings',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Change the settings that a collector should have',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({
    version: count,
    settings: remoteSettings,
    credentials: z
      .array(z.strictObject({ ...credentialHead, sealed: z.optional(sealedText) }))
      .check(z.maxLength(remoteLimits.credentials)),
  }),
  answer: collectorSettings,
});

/**
 * What a seal is bound to: it opens for this collector and this credential only, so that a server can neither
 * give it to another one nor take away the privacy of a user.
 */
export const toSealContext = (collectorId: string, head: CredentialHead): string =>
  JSON.stringify([
    'platen sealed credential 1',
    collectorId,
    head.name,
    head.kind,
    head.user ?? '',
    head.authProtocol ?? '',
    head.privProtocol ?? '',
    head.contextName ?? '',
  ]);
