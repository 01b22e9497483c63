import type { BrandName } from '@platen/contract/brands';
import type { MessageLanguage } from '@platen/contract/channel-names';
import type { CommandKind } from '@platen/contract/collector-commands';
import type {
  MemberState,
  Rollout,
  RolloutFailure,
  RolloutSettings,
  RolloutSkip,
  RoundFigures,
} from '@platen/contract/collector-rollouts';
import type { CollectorFailure, CollectorFinding, CollectorStatus } from '@platen/contract/collectors';
import type { ClaimDecision, FindingAnswer } from '@platen/contract/device-merges';
import type { EffectiveSettings } from '@platen/contract/remote-settings';
import type { Action, Role } from '@platen/contract/rights';
import type { StartArea } from '@platen/contract/start-areas';
import type { TokenScope } from '@platen/contract/token-scopes';
import type { ColumnType, Generated } from 'kysely';
import type { Json, JsonOr } from './device-tables.ts';

/** How the author of a change acted: signed in, by API token, by a link of a message, or not as a person. */
export type ActorKind = 'user' | 'token' | 'link' | 'collector' | 'operator' | 'server';

/** Users, groups, notifications and the audit record. */
export interface AccountTables {
  app_user: AppUserTable;
  device_group: DeviceGroupTable;
  user_group: UserGroupTable;
  notification: NotificationTable;
  audit_entry: AuditEntryTable;
  api_token: ApiTokenTable;
  user_right: UserRightTable;
  api_token_calls: ApiTokenCallsTable;
}

interface AppUserTable {
  user_id: string;
  subject: string;
  name: string;
  role: Role;
  sees_all: Generated<boolean>;
  by_claim: Generated<boolean>;
  disabled_at: Date | null;
  agreed_terms_version: Generated<string>;
  agreed_terms_at: Date | null;
  last_login_at: Date | null;
  created_at: Generated<Date>;
  language: MessageLanguage | null;
  zone: string | null;
  start_area: StartArea | null;
  /** Under which the user signed in last; null: the default one, or not known. */
  brand: BrandName | null;
  settings_version: Generated<number>;
  signed_out_at: Date | null;
  organisation_id: string | null;
  mail: string | null;
  mail_verified: Generated<boolean>;
  version: Generated<number>;
}

/** Any value of any list takes a device in. */
export interface GroupRule {
  customerNumbers?: string[];
  dealerNumbers?: string[];
  models?: string[];
  serials?: string[];
}

interface DeviceGroupTable {
  group_id: number;
  name: string;
  rule: ColumnType<GroupRule | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}

interface UserGroupTable {
  user_id: string;
  group_id: number;
}

/** OA-21. */
interface UserRightTable {
  user_id: string;
  action: Action;
  /** `YYYY-MM-DD`, UTC */
  ends_on: ColumnType<string | null, string | null, string | null>;
  granted_at: Generated<Date>;
}

interface NotificationTable {
  notification_id: string;
  version: Generated<number>;
  published_at: Date;
  expires_at: Date | null;
  content_en: string;
  content_ja: string;
}

/** OA-30 to OA-32. */
interface ApiTokenTable {
  token_id: string;
  name: string;
  scopes: TokenScope[];
  made_by: string;
  of_organisation: boolean;
  /** Of a token of an organisation. */
  organisation_id: string | null;
  hash: Buffer;
  begins: string;
  addresses: string[];
  made_at: Date;
  ends_at: Date;
  revoked_at: Date | null;
  used_at: Date | null;
  used_from: string | null;
  used_from_since: Date | null;
  end_noted_at: Date | null;
}

interface ApiTokenCallsTable {
  token_id: string;
  hour: Date;
  calls: number;
  most: number;
  most_at: Date;
}

interface AuditEntryTable {
  audit_id: string;
  at: Generated<Date>;
  actor: string;
  actor_kind: Generated<ActorKind>;
  token_id: string | null;
  request_id: string | null;
  action: string;
  subject: string;
  detail: JsonOr<unknown>;
}

/** Collectors, and devices that two of them claim. */
export interface CollectorTables {
  collector: CollectorTable;
  collector_status: CollectorStatusTable;
  collector_enrolment: CollectorEnrolmentTable;
  enrolment_code: EnrolmentCodeTable;
  collector_settings: CollectorSettingsTable;
  collector_command: CollectorCommandTable;
  collector_round: CollectorRoundTable;
  collector_rollout: CollectorRolloutTable;
  collector_rollout_member: CollectorRolloutMemberTable;
  stopped_device: StoppedDeviceTable;
  device_claim: DeviceClaimTable;
  device_merge: DeviceMergeTable;
  dead_letter: DeadLetterTable;
  finding_answer: FindingAnswerTable;
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
  /** Asked not to read for now. */
  resting_at: Date | null;
  /** Number of changes by people (GE-06). */
  changes: Generated<number>;
  watched_until: Date | null;
  /** When the customer switched remote work off, and by which user. */
  remote_off_at: Date | null;
  remote_off_by: string | null;
}

/** What the enrolment of a collector decides (CF-01 to CF-04). */
interface CollectorEnrolmentTable {
  collector_id: string;
  customer_number: string | null;
  customer_name: string | null;
  dealer_number: string | null;
  site: string | null;
  organisation_id: string | null;
  enrolled_at: Date | null;
  host: string | null;
  system: string | null;
  machine: string | null;
  public_key: Buffer | null;
  encryption_key: Buffer | null;
  replaces: string | null;
}

interface EnrolmentCodeTable {
  code_hash: Buffer;
  collector_id: string;
  made_at: Date;
  valid_until: Date;
  used_at: Date | null;
}

/** Settings that the portal wants of a collector, and those in force there (CF-10 to CF-14). */
interface CollectorSettingsTable {
  collector_id: string;
  version: number;
  document: string | null;
  hash: string | null;
  changed_at: Date | null;
  changed_by: string | null;
  sealed: JsonOr<Readonly<Record<string, { at: string; by: string }>>>;
  effective: JsonOr<EffectiveSettings> | null;
  effective_hash: string | null;
  effective_at: Date | null;
}

/** A whole round of a collector (CF-32). `unread`: devices and single addresses without an answer. */
interface CollectorRoundTable {
  collector_id: string;
  began_at: Date;
  ended_at: Date;
  printers: number;
  unread: number;
}

/** Settings for several collectors in stages (CF-16). */
interface CollectorRolloutTable {
  rollout_id: string;
  settings: JsonOr<RolloutSettings>;
  state: Rollout['state'];
  version: number;
  asked_by: string;
  asked_at: Date;
  stopped_by: string | null;
  changed_at: Date;
}

interface CollectorRolloutMemberTable {
  rollout_id: string;
  collector_id: string;
  position: number;
  version: number;
  state: MemberState;
  stage: number | null;
  reason: RolloutSkip | RolloutFailure | null;
  detail: string | null;
  began_at: Date | null;
  applied_at: Date | null;
  figures_before: JsonOr<RoundFigures> | null;
  figures_after: JsonOr<RoundFigures> | null;
}

/** What people asked a collector to do (CF-30). */
interface CollectorCommandTable {
  collector_id: string;
  command_id: string;
  kind: CommandKind;
  addresses: string[];
  reason: string;
  asked_by: string;
  asked_at: Date;
  valid_until: Date;
  fetched_at: Date | null;
  ended_at: Date | null;
  outcome: 'done' | 'failed' | 'refused' | null;
  result: string | null;
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
  programs: JsonOr<{ host: string | null; startedAt: string }[]>;
  runs_twice_at: Date | null;
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
  decision: ClaimDecision | null;
  decided_by: string | null;
  /** `YYYY-MM-DD`, UTC */
  from_day: ColumnType<string | null, string | null, string | null>;
}

/** Two devices that were found to be one (OA-44), with what is needed to undo it. */
interface DeviceMergeTable {
  merge_id: string;
  device_id: string;
  merged_id: string;
  merged_at: Date;
  merged_by: string | null;
  copied: Json<unknown>;
  keys: Json<unknown>;
  former: Json<unknown>;
  undone_at: Date | null;
}

/** Reports that were acknowledged in the stream and could not be stored (0700). */
interface DeadLetterTable {
  letter_id: string;
  noted_at: Generated<Date>;
  published_at: Date;
  sequence: number;
  index: number;
  collector_id: string | null;
  arrived_at: Date | null;
  clock_offset: number;
  reports: number;
  reason: string;
  type: string;
  is_packed: boolean;
  body: Buffer;
}

/** What a person answered to a finding of a collector (OA-45). */
interface FindingAnswerTable {
  collector_id: string;
  kind: string;
  target: string;
  before: string;
  now: string;
  answer: FindingAnswer;
  answered_by: string | null;
  answered_at: Date;
}
