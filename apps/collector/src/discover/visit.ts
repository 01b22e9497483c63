import type { DeviceReport } from '@platen/contract/report';
import type { Site } from '../settings/settings.ts';
import type { ListedTarget } from '../settings/targets.ts';
import type { AnnouncedPrinter } from './mdns.ts';

/**
 * The result of reading one target. `printer`: `notes` are texts about what could not be read completely.
 * `silent`: no answer at all. `failed`: it answered, but refused access, or could not be identified.
 */
export type ReadOutcome =
  | { kind: 'printer'; report: DeviceReport; notes: readonly string[] }
  | { kind: 'notPrinter'; sysDescr?: string }
  | { kind: 'silent' | 'failed'; reason: string };

/** `announced`: the printer has just announced itself, with these services. */
export type RoundTarget = ListedTarget & { announced?: AnnouncedPrinter };

/** The result of one target. `storeError`: why a report could not be stored; empty if it was. */
export interface Visit {
  target: RoundTarget;
  site: Site;
  outcome: ReadOutcome;
  storeError?: string;
}
