import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { count, instant, uuid } from './values.ts';

/** Characters of a code: none that is mistaken for another (no I, O, 0, 1). */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Characters of a code, without the dash between its two groups of five (CF-01). */
export const codeLength = 10;
const codeForm = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`);
/** Days for which a code is valid (CF-01). */
export const codeDays = 7;

/** A code as people read it: `K7M4P-QX9TD`. */
export const toShownCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** The ten characters of a typed code, whatever its case, dashes and blanks; undefined if it is none. */
export function readCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return codeForm.test(code) ? code : undefined;
}

/**
 * `codeOpen`, `codeExpired`: it has not enrolled yet. `enrolled`: it has a key. `resting`: asked to stop
 * reading until further notice. `revoked`: its key was taken back (CF-03).
 */
export const collectorStandings = ['codeOpen', 'codeExpired', 'enrolled', 'resting', 'revoked'] as const;
export type CollectorStanding = (typeof collectorStandings)[number];

/** `runsTwice`: two programs report with one id. `failing`: the newest status names failing targets. */
export const collectorProblems = ['silent', 'runsTwice', 'failing'] as const;
export type CollectorProblem = (typeof collectorProblems)[number];

/** How far the collector's own file lets the portal go (CF-10). */
export const remoteLevels = ['off', 'see', 'manage'] as const;
export type RemoteLevel = (typeof remoteLevels)[number];

/** The part of a collector that its enrolment decides. */
export const collectorEnrolment = z.object({
  /** As entered by who added it. */
  customerNumber: nullableText,
  customerName: nullableText,
  dealerNumber: nullableText,
  site: nullableText,
  /** The customer or site of the tree that it was added for; null: none, or it was deleted. */
  organisation: z.optional(z.nullable(z.object({ organisationId: uuid, name: z.string() }))),
  /** Of the newest code; null: it was added with a key. */
  codeUntil: z.nullable(instant),
  enrolledAt: z.nullable(instant),
  /** Name and operating system of the machine that enrolled. */
  host: nullableText,
  system: nullableText,
  /** First 16 hexadecimal digits of the SHA-256 of its public key. */
  fingerprint: nullableText,
  /** What this enrolment takes the place of: the collector of that name on the same machine (CF-04). */
  replaces: nullableText,
});
export type CollectorEnrolment = z.infer<typeof collectorEnrolment>;

/** Further fields of a collector in the list, for users who may see collectors. */
export const enrolmentFields = {
  standing: z.optional(z.enum(collectorStandings)),
  standingSince: z.optional(instant),
  problems: z.optional(z.array(z.enum(collectorProblems))),
  enrolment: z.optional(collectorEnrolment),
  /** Number of changes by people; named by the next one (GE-06). */
  changes: z.optional(count),
};

const short = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
/** The same places as in a scope: without a number the devices that it registers itself. */
const place = {
  customerNumber: z.optional(short),
  customerName: z.optional(short),
  dealerNumber: z.optional(short),
  site: z.optional(short),
};

const code = z.object({
  collectorId: uuid,
  /** As `toShownCode`; left out where the call is repeated (GE-07): it is shown once. */
  code: z.optional(z.string()),
  validUntil: instant,
});
export type CodeAnswer = z.infer<typeof code>;

/** `POST /v1/collectors`: adds a collector that enrols with the code in the answer (CF-01). */
export const addCollector = endpoint({
  method: 'POST',
  path: '/v1/collectors',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Add a collector, which enrols with a code',
  /**
   * `organisationId`: dealer, customer or site of the own tree; name and numbers are then those of the
   * tree, and only `site` may be given in addition. Users who do not see every device must give it.
   */
  body: z.strictObject({ name: short, organisationId: z.optional(uuid), ...place }),
  answer: code,
});

/** `POST /v1/collector/{id}/code`: a new code; an earlier one that was not used is no longer valid. */
export const renewCode = endpoint({
  method: 'POST',
  path: '/v1/collector/{id}/code',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Make a new code of a collector',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({}),
  answer: code,
});

/**
 * `PUT /v1/collector/{id}/standing`: `active` lets it read again. It learns of it when it asks next, within
 * 24 h where it rests (CF-03).
 */
export const changeStanding = endpoint({
  method: 'PUT',
  path: '/v1/collector/{id}/standing',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Let a collector rest, read again, or revoke its key',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ standing: z.enum(['active', 'resting', 'revoked']), changes: count }),
  answer: z.object({ status: z.string() }),
});
export type StandingWish = 'active' | 'resting' | 'revoked';

const bytesAsText = (length: number) => z.string().check(z.length(length), z.regex(/^[A-Za-z0-9_-]+$/));
const selfReported = z.string().check(z.maxLength(256));

/** What the signature of an enrolment is made over: it binds the encryption key to the identity key. */
export const toSignedText = (readCodeText: string, encryptionKey: string): string =>
  `platen-collector-enrolment\n${readCodeText}\n${encryptionKey}`;

/**
 * `POST /v1/collectors/enrol`: a collector makes itself known with its code and its own public keys, and gets
 * its id and key (CF-02). Refuses 204001 for an unknown code, 204002 for one that was used or has expired.
 */
export const enrolCollector = endpoint({
  method: 'POST',
  path: '/v1/collectors/enrol',
  access: 'code',
  summary: 'Enrol a collector with its code',
  body: z.object({
    code: z.string().check(z.maxLength(40)),
    /** Ed25519, 32 bytes as base64url. */
    publicKey: bytesAsText(43),
    /** X25519, 32 bytes as base64url: what is sealed to the collector is sealed to this. */
    encryptionKey: bytesAsText(43),
    /** Ed25519 signature of `toSignedText`. */
    signature: bytesAsText(86),
    /** Distinguishes the machine without describing it. */
    machine: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    host: z.optional(selfReported),
    system: z.optional(selfReported),
    version: z.optional(selfReported),
  }),
  answer: z.object({
    collectorId: uuid,
    name: z.string(),
    /** Of its reports and statuses; shown this once. */
    key: z.string(),
    site: z.object(place),
    /** Name of the collector that it takes the place of. */
    replaces: nullableText,
  }),
});
export type EnrolAnswer = z.infer<typeof enrolCollector.answer>;

/** What a file installs the collector on. */
export const downloadKinds = ['debAmd64', 'debArm64', 'windowsMsi', 'windowsZip', 'container'] as const;
export type DownloadKind = (typeof downloadKinds)[number];

/** `GET /v1/collectors/downloads`: packages of the collector that this server offers at `/downloads/`. */
export const listDownloads = endpoint({
  method: 'GET',
  path: '/v1/collectors/downloads',
  access: 'user',
  right: 'manageCollectors',
  summary: 'Packages of the collector that this server offers',
  answer: z.object({
    downloads: z.array(
      z.object({
        kind: z.enum(downloadKinds),
        /** Its address is `/downloads/` and this. */
        name: z.string(),
        bytes: count,
        sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      }),
    ),
  }),
});
export type Download = z.infer<typeof listDownloads.answer>['downloads'][number];
