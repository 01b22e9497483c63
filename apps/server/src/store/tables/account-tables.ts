import type { Role } from '@platen/contract/rights';
import type { ColumnType, Generated } from 'kysely';
import type { JsonOr } from './json.ts';

/** Users, groups, notifications and the audit record. */
export interface AccountTables {
  app_user: AppUserTable;
  device_group: DeviceGroupTable;
  user_group: UserGroupTable;
  notification: NotificationTable;
  audit_entry: AuditEntryTable;
}

interface AppUserTable {
  user_id: string;
  subject: string;
  name: string;
  role: Role;
  sees_all: Generated<boolean>;
  disabled_at: Date | null;
  agreed_terms_version: Generated<string>;
  agreed_terms_at: Date | null;
  last_login_at: Date | null;
  created_at: Generated<Date>;
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

interface NotificationTable {
  notification_id: string;
  published_at: Date;
  expires_at: Date | null;
  content_en: string;
  content_ja: string;
}

interface AuditEntryTable {
  audit_id: string;
  at: Generated<Date>;
  actor: string;
  action: string;
  subject: string;
  detail: JsonOr<unknown>;
}
