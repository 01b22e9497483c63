import type {
  ChannelKind,
  ChannelState,
  DeliveryEvent,
  DeliveryReason,
  DeliveryState,
  DeviceEvent,
  MessageKind,
  MessageLanguage,
  NamedChoice,
} from '@platen/contract/channel-names';
import type { DeliveryTry, SubscriptionForm } from '@platen/contract/channels';
import type { ColumnType, Generated } from 'kysely';
import type { Json, JsonOr } from './device-tables.ts';

/** Channels, subscriptions and the outbox of delivery (migration 0042). */
export interface DeliveryTables {
  channel: ChannelTable;
  subscription: SubscriptionTable;
  delivery: DeliveryTable;
}

/** What is stored sealed of a channel. */
export interface SealedParts {
  /** Of Teams and Slack. */
  readonly address?: string;
  /** Of a webhook, newest first; `until` null: the present one. */
  readonly secrets?: readonly { readonly sealed: string; readonly madeAt: string; readonly until: string | null }[];
}

interface ChannelTable {
  channel_id: string;
  organisation_id: string;
  /** Null: the organisation's own. */
  owner_id: string | null;
  kind: ChannelKind;
  name: string;
  address: string;
  sealed: ColumnType<SealedParts, string | undefined, string>;
  state: ChannelState;
  state_since: Date;
  language: MessageLanguage;
  zone: string;
  limit_hour: number;
  limit_day: number;
  is_fallback: Generated<boolean>;
  failed_since: Date | null;
  failed_messages: Generated<number>;
  made_at: Generated<Date>;
  deleted_at: Date | null;
  version: Generated<number>;
  changed_by: string | null;
  changed_in: number | null;
}

interface SubscriptionTable {
  subscription_id: string;
  channel_id: string;
  form: Json<Omit<SubscriptionForm, 'subscriptionId'>>;
  place: number;
  stopped_at: Date | null;
  digest_due: Date | null;
  digest_at: Date | null;
}

interface DeliveryTable {
  delivery_id: string;
  channel_id: string;
  subscription_id: string | null;
  kind: MessageKind;
  event: DeliveryEvent | DeviceEvent | null;
  chosen: NamedChoice | null;
  at: Date;
  entity_id: string | null;
  entity: 'device' | 'collector' | 'customer' | null;
  condition_id: string | null;
  visit_id: string | null;
  group_key: string | null;
  priority: number | null;
  is_judged: Generated<boolean>;
  state: DeliveryState | 'merged';
  reason: DeliveryReason | null;
  due_at: Date | null;
  message_id: string | null;
  composed_at: Date | null;
  attempts: Generated<number>;
  tries: ColumnType<DeliveryTry[], string | undefined, string>;
  content: JsonOr<unknown>;
}
