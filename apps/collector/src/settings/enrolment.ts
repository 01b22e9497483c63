import { chown, stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { remoteLevels } from '@platen/contract/enrolment';
import * as z from 'zod/mini';
import { readJson, writeWhole } from '../platform/data-files.ts';
import type { SettingsFile } from './settings-file.ts';

const place = z.object({
  customerNumber: z.optional(z.string()),
  customerName: z.optional(z.string()),
  dealerNumber: z.optional(z.string()),
  site: z.optional(z.string()),
});

/** What an enrolment left in the data folder: who this collector is, and how it reaches its server. */
const enrolmentFile = z.object({
  format: z.literal(1),
  server: z.string(),
  collectorId: z.string(),
  name: z.string(),
  key: z.string(),
  site: place,
  enrolledAt: z.iso.datetime(),
  /** Private keys as JWK: Ed25519 of its identity, X25519 of what is sealed to it. */
  identityKey: z.record(z.string(), z.string()),
  encryptionKey: z.record(z.string(), z.string()),
  /** As given with the code. */
  proxy: z.optional(z.string()),
  noProxy: z.optional(z.string()),
  authorities: z.optional(z.string()),
  /** How far the portal may go, as given with the code. */
  remote: z.optional(z.enum(remoteLevels)),
});
export type Enrolment = z.infer<typeof enrolmentFile>;

const toPath = (folder: string) => join(folder, 'enrolment.json');

/** Undefined: no collector enrolled with this folder. */
export async function readEnrolment(folder: string): Promise<Enrolment | undefined> {
  const parsed = enrolmentFile.safeParse(await readJson(toPath(folder)));
  return parsed.success ? parsed.data : undefined;
}

/** Saves it for its owner alone: of a service, whose folder root writes into, for the service. */
export async function writeEnrolment(folder: string, enrolment: Enrolment): Promise<void> {
  const path = toPath(folder);
  await writeWhole(path, JSON.stringify(enrolment));
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
}

/** Addresses that a collector without settings searches in each of its networks at most (a /22). */
const searchedBits = 10;

/**
 * What the settings leave open follows from the enrolment: server and name, a round every 15 minutes, and
 * as the one site what is near: the private networks of this machine and what announces itself there.
 */
export function withEnrolment(
  file: SettingsFile,
  enrolment: Enrolment | undefined,
  near = toNearNetworks(),
): SettingsFile {
  if (enrolment === undefined) return file;
  const { site } = enrolment.site;
  const sites = file.sites ?? [
    {
      name: site ?? enrolment.name,
      mdns: true,
      targets: near,
      ...toCustomer(enrolment),
    },
  ];
  return {
    ...file,
    server: file.server ?? enrolment.server,
    name: file.name ?? enrolment.name,
    every: file.every ?? 15 * 60_000,
    sites,
  };
}

/** Customer and site as they go into the reports. */
export function toCustomer({
  site: { site, ...customer },
}: Enrolment): Omit<Enrolment['site'], 'site'> & { description?: string } {
  return { ...customer, ...(site !== undefined && { description: site }) };
}

type Interfaces = ReturnType<typeof networkInterfaces>;
const isPrivate = (address: number) => address >>> 24 === 10 || address >>> 20 === 0xac1 || address >>> 16 === 0xc0a8;

/** The private IPv4 networks of this machine, as targets; of a wide one the part around its own address. */
export function toNearNetworks(interfaces: Interfaces = networkInterfaces()): string[] {
  const found = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    // Bridges of containers hold no printers.
    /^(docker|br-|veth|virbr|cni|podman)/.test(name)
      ? []
      : addresses.flatMap(({ family, internal, address, cidr }) => {
          const prefix = Number(cidr?.split('/')[1]);
          const own = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
          if (family !== 'IPv4' || internal || !isPrivate(own) || !(prefix > 0 && prefix < 31)) return [];
          const bits = Math.min(32 - prefix, searchedBits);
          const first = own - (own % 2 ** bits);
          return [`${[24, 16, 8, 0].map((shift) => (first >>> shift) & 255).join('.')}/${32 - bits}`];
        }),
  );
  return [...new Set(found)];
}
