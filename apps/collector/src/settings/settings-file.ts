import { readFile } from 'node:fs/promises';
import { commandKinds } from '@platen/contract/collector-commands';
import { remoteLevels } from '@platen/contract/enrolment';
import { inEnglish, toIssues } from '@platen/contract/issues';
import { logLevels, searchHours } from '@platen/contract/remote-settings';
import * as z from 'zod/mini';
import { hasCode, SettingsError, toErrorMessage } from '../platform/errors.ts';
import { secondMs, toDurationMs } from '../platform/time.ts';
import { credential } from './credentials.ts';

const short = z.string().check(z.minLength(1), z.maxLength(256));
const targets = z.union([z.string(), z.array(z.string())]);
const port = whole(1, 65_535);

/** A duration text, as milliseconds. */
function duration(minimumMs: number, minimumText: string) {
  return z.pipe(
    z.string().check(
      z.refine((text) => toDurationMs(text) !== undefined, "expected a duration like '15m', '90s' or '2h'"),
      z.refine((text) => (toDurationMs(text) ?? minimumMs) >= minimumMs, `expected at least ${minimumText}`),
    ),
    z.transform((text) => toDurationMs(text) ?? 0),
  );
}

function whole(minimum: number, maximum: number) {
  const inRange = (value: number) => Number.isInteger(value) && value >= minimum && value <= maximum;
  return z.number().check(z.refine(inRange, `expected a whole number from ${minimum} to ${maximum}`));
}

/** Settings that the command line and the file share: bounds are stated here only. */
const tuning = {
  every: z.optional(duration(5 * secondMs, '5s')),
  /** Devices read at the same time. */
  concurrency: z.optional(whole(1, 1024)),
  /** Maximum time for one device. */
  deadline: z.optional(duration(10, '10ms')),
  /** Wait for one answer. */
  timeout: z.optional(duration(10, '10ms')),
  retries: z.optional(whole(0, 10)),
  /** New addresses probed per second during a search. */
  packetsPerSecond: z.optional(whole(1, 100_000)),
};
const tuningObject = z.object(tuning);
export type Tuning = z.infer<typeof tuningObject>;

const mdns = z.union([
  z.boolean(),
  z.strictObject({
    address: z.optional(short),
    port: z.optional(port),
    wait: z.optional(duration(0, '0s')),
    snmpPort: z.optional(port),
  }),
]);
const ipp = z.union([z.boolean(), z.strictObject({ port })]);

const site = z.strictObject({
  name: short,
  targets: z.optional(targets),
  mdns: z.optional(mdns),
  ipp: z.optional(ipp),
  exclude: z.optional(targets),
  community: z.optional(short),
  credentials: z.optional(z.array(credential)),
  customerNumber: z.optional(short),
  customerName: z.optional(short),
  description: z.optional(short),
  dealerNumber: z.optional(short),
  dealerName: z.optional(short),
});

/** The settings file. Unknown names are rejected, so that a misspelt setting does not go unnoticed. */
const settingsFile = z.strictObject({
  ...tuning,
  server: z.optional(z.string()),
  keyFile: z.optional(short),
  data: z.optional(short),
  /** How the server is reached: proxy, hosts without it, certificates of the site's own authorities. */
  proxy: z.optional(short),
  noProxy: z.optional(z.string()),
  caFile: z.optional(short),
  name: z.optional(short),
  community: z.optional(short),
  /** Credentials in the order they are tried, before `community`. */
  credentials: z.optional(z.array(credential)),
  /** IPP in addition to SNMP; a site may override it. */
  ipp: z.optional(ipp),
  outboxBytes: z.optional(whole(1024 * 1024, 2 ** 40)),
  outboxReports: z.optional(whole(16, 10_000_000)),
  logLevel: z.optional(z.enum(logLevels)),
  /** Hours of this machine's clock in which unknown addresses may be searched. */
  searchHours: z.optional(searchHours),
  /** How far the portal may go (CF-10), and which of its commands are carried out (CF-31). */
  remote: z.optional(z.enum(remoteLevels)),
  commands: z.optional(z.array(z.enum(commandKinds))),
  /** What the portal may have searched: addresses in all, and whether others than private ones (CF-15). */
  remoteTargets: z.optional(
    z.strictObject({ addresses: z.optional(whole(0, 2 ** 24)), anywhere: z.optional(z.boolean()) }),
  ),
  sites: z.optional(z.array(site)),
});
export type SettingsFile = z.infer<typeof settingsFile>;
export type SiteEntry = z.infer<typeof site>;

/**
 * Reads a settings file; without a path the result is empty, or what `ifThere` holds, a file that need not
 * exist (that of a package). Throws `SettingsError`.
 */
export async function readSettingsFile(path: string | undefined, ifThere?: string): Promise<SettingsFile> {
  if (path === undefined) {
    const text = ifThere === undefined || ifThere === '' ? undefined : await readIfThere(ifThere);
    return text === undefined ? {} : parseSettingsFile(text, ifThere ?? '');
  }
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SettingsError(`settings file ${path}: ${toErrorMessage(error)}`);
  });
  return parseSettingsFile(text, path);
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new SettingsError(`settings file ${path}: ${toErrorMessage(error)}`);
  });
}

/** Parses the text of a settings file. Throws a `SettingsError` that names each invalid setting. */
export function parseSettingsFile(text: string, path: string): SettingsFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`${path}: not JSON: ${toErrorMessage(error)}`);
  }
  const parsed = settingsFile.safeParse(json, inEnglish);
  if (parsed.success) return parsed.data;
  const lines = toIssues(parsed.error).map(
    (issue) => `${path}: ${issue.path === '' ? '(whole file)' : issue.path}: ${issue.message}`,
  );
  throw new SettingsError(lines.join('\n'));
}

/**
 * The shared settings as option texts: `{ concurrency: '64' }`. Throws a `SettingsError` that names the
 * option.
 */
export function parseTuning(texts: Readonly<Partial<Record<keyof Tuning, string | undefined>>>): Tuning {
  const values = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, /^\d{1,9}$/.test(text) ? Number(text) : text]],
  );
  const parsed = tuningObject.safeParse(Object.fromEntries(values), inEnglish);
  if (parsed.success) return parsed.data;
  const lines = toIssues(parsed.error).map(({ path, message }) => `${toOption(path)}: ${message}`);
  throw new SettingsError(lines.join('\n'));
}

/** `packetsPerSecond` as `--packets-per-second`. */
const toOption = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
