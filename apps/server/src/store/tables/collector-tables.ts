import type { CollectorFailure, CollectorFinding, CollectorStatus } from '@platen/contract/collectors';
import type { ColumnType, Generated } from 'kysely';
import type { Json, JsonOr } from './json.ts';

/** Collectors, and devices that two of them claim. */
export interface CollectorTables {
  collector: CollectorTable;
  collector_status: CollectorStatusTable;
  stopped_device: StoppedDeviceTable;
  device_claim: DeviceClaimTable;
}

interface CollectorTable {
  collector_id: string;
  name: string;
  key_hash: Buffer;
  created_at: Generated<Date>;
  revoked_at: Date | null;
  last_contact_at: Date | null;
  version: string | null;
  /** Parsed by identity/collector-scope.ts. */
  scope: JsonOr<{
    everywhere?: true | undefined;
    places: { dealerNumber?: string | undefined; customerNumber?: string | undefined }[];
  }>;
  /** When a person last set or confirmed the scope; null: bound by a migration. */
  scope_reviewed_at: Date | null;
}

/** The newest status of a collector; its times are by the server's clock. */
interface CollectorStatusTable {
  collector_id: string;
  received_at: Date;
  clock_offset_s: number;
  every_ms: number | null;
  head: Json<Omit<CollectorStatus, 'sentAt' | 'failures' | 'findings'>>;
  failures: Json<CollectorFailure[]>;
  findings: Json<CollectorFinding[]>;
  failure_count: number;
  finding_count: number;
}

/**
 * A device that had stopped reporting when the job looked; it counts while `stopped_at` is its `updated_at`.
 */
interface StoppedDeviceTable {
  device_id: string;
  stopped_at: Date;
  collector_id: string | null;
  address: string | null;
}

/** A report of a device outside the scope of its sender, on which a person decides. */
interface DeviceClaimTable {
  device_id: string;
  claim_id: string;
  rival_device_id: string;
  collector_id: string;
  rival_collector_id: string | null;
  opened_at: Date;
  decided_at: Date | null;
  decision: 'move' | 'separate' | 'reject' | null;
  decided_by: string | null;
  /** `YYYY-MM-DD`, UTC */
  from_day: ColumnType<string | null, string | null, string | null>;
}
