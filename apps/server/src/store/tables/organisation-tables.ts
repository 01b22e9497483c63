import type { MessageLanguage } from '@platen/contract/channel-names';
import type { OrganisationKind } from '@platen/contract/organisation-names';
import type { Role } from '@platen/contract/rights';
import type { Generated } from 'kysely';
import type { JsonOr } from './device-tables.ts';

/** The tree of organisations, where people placed devices, what they know of them, and invitations. */
export interface OrganisationTables {
  organisation: OrganisationTable;
  device_place: DevicePlaceTable;
  device_fact: DeviceFactTable;
  invitation: InvitationTable;
  organisation_terms: OrganisationTermsTable;
  terms_agreement: TermsAgreementTable;
}

/** OA-01. */
interface OrganisationTable {
  organisation_id: string;
  parent_id: string | null;
  kind: OrganisationKind;
  name: string;
  settings: JsonOr<unknown>;
  /** Pages a month of the device in the middle. */
  median_pages: number | null;
  dealer_numbers: Generated<string[]>;
  customer_numbers: Generated<string[]>;
  state: Generated<'active' | 'closed'>;
  /** The organisation and all above it, from the operator down. */
  path: Generated<string[]>;
  /** The dealer that it is or belongs to. */
  dealer_id: string | null;
  group_id: number | null;
  version: Generated<number>;
}

/** Terms of use of organisations (OA-04), in force while `ended_at` is null. */
interface OrganisationTermsTable {
  organisation_id: string;
  number: number;
  english: string;
  japanese: string;
  set_at: Generated<Date>;
  ended_at: Date | null;
}

/** The newest of an organisation's terms that a user agreed to. */
interface TermsAgreementTable {
  user_id: string;
  organisation_id: string;
  number: number;
  agreed_at: Generated<Date>;
}

/** OA-03. */
interface DevicePlaceTable {
  device_id: string;
  organisation_id: string;
  placed_by: string | null;
  placed_at: Generated<Date>;
}

/** OA-40. */
interface DeviceFactTable {
  device_id: string;
  asset_number: string | null;
  place: string | null;
  contact: string | null;
  contract: string | null;
  notes: string | null;
  version: Generated<number>;
  changed_by: string | null;
  changed_at: Generated<Date>;
}

/** OA-11. */
interface InvitationTable {
  invitation_id: string;
  name: string;
  mail: string;
  role: Role;
  organisation_id: string;
  code_hash: Buffer;
  /** Null: at the command line. */
  made_by: string | null;
  made_at: Generated<Date>;
  ends_at: Date;
  used_at: Date | null;
  used_by: string | null;
  language: MessageLanguage | null;
  zone: string | null;
  withdrawn_at: Date | null;
}
