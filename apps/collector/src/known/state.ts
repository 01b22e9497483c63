import { collectorFailure, collectorFinding } from '@platen/contract/collectors';
import * as z from 'zod/mini';

const text = z.string().check(z.maxLength(280));
const instant = z.iso.datetime();

/** A device that has answered at least once. Identified by serial and model, else by its MAC addresses. */
const knownDevice = z.object({
  serial: z.optional(text),
  model: z.optional(text),
  macs: z.array(text).check(z.maxLength(16)),
  /** Where it answered last: `192.0.2.7:161`. */
  address: text,
  /** Name of the site it was read for. */
  site: text,
  /** `announced`: found by multicast DNS; read again there although no list names it. */
  found: z.enum(['listed', 'announced']),
  /** Its TXT records of multicast DNS: `ty`, `adminurl`, `note` … */
  noted: z.optional(z.record(z.string(), text)),
  firstSeen: instant,
  lastSeen: instant,
  upTimeTicks: z.optional(z.number()),
  /** Total of the last reading and its source; another source may count something else. */
  total: z.optional(z.object({ value: z.number(), source: text })),
});
export type KnownDevice = z.infer<typeof knownDevice>;

const failing = z.extend(collectorFailure, { inARow: z.int().check(z.minimum(1)) });
/** A failing target, and for how many rounds in a row. */
export type Failing = z.infer<typeof failing>;

const finding = z.extend(collectorFinding, { lastSeen: instant });
/** A finding, and when it was last confirmed. */
export type Finding = z.infer<typeof finding>;

export interface KnownState {
  devices: KnownDevice[];
  failing: Failing[];
  findings: Finding[];
}
export const nothingKnown: KnownState = { devices: [], failing: [], findings: [] };

/** Version of the file; a newer one is not changed. */
export const knownFormat = 1;
const file = z.object({
  format: z.int(),
  devices: z.array(z.unknown()),
  failing: z.array(z.unknown()),
  findings: z.array(z.unknown()),
});

/** Maximum numbers of entries; devices that have not been seen for the longest time are dropped first. */
export const knownLimits = { devices: 20_000, failing: 20_000, findings: 200 } as const;

/** The state in a file; undefined if the file is invalid. Invalid entries are left out. */
export function parseKnown(json: unknown): { format: number; state: KnownState; damaged: number } | undefined {
  const parsed = file.safeParse(json);
  if (!parsed.success) return undefined;
  let damaged = 0;
  const only = <T extends z.ZodMiniType>(schema: T, items: readonly unknown[]): z.infer<T>[] =>
    items.flatMap((item) => {
      const one = schema.safeParse(item);
      if (!one.success) damaged += 1;
      return one.success ? [one.data] : [];
    });
  const { devices, failing: fails, findings } = parsed.data;
  const state = {
    devices: only(knownDevice, devices),
    failing: only(failing, fails),
    findings: only(finding, findings),
  };
  return { format: parsed.data.format, state, damaged };
}
