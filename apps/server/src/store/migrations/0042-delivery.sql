-- Delivery (DE): where messages go, what goes there, and the outbox with its log. Rules: docs/decisions/0405-outbox-of-delivery.md.

create table channel (
  channel_id uuid primary key,
  organisation_id uuid not null references organisation,
  -- Null: the organisation's own.
  owner_id uuid references app_user on delete cascade,
  kind text not null check (kind in ('mail', 'webhook', 'teams', 'slack')),
  name text not null,
  -- Mail address or address of a webhook; of Teams and Slack, whose addresses are secrets, what may be shown of it.
  address text not null,
  -- Sealed address and secrets (0406): {"address": text, "secrets": [{"sealed": text, "madeAt": time, "until": time or null}]}.
  sealed jsonb not null default '{}',
  state text not null check (state in ('unverified', 'active', 'failing', 'disabled')),
  state_since timestamptz not null,
  language text not null check (language in ('en-us', 'ja-jp')),
  zone text not null,
  limit_hour int not null,
  limit_day int not null,
  -- For what no user took up (DE-07, DE-08).
  is_fallback boolean not null default false,
  -- First failure since the last message that was accepted, and the messages that failed since (DE-19).
  failed_since timestamptz,
  failed_messages int not null default 0,
  made_at timestamptz not null default now(),
  -- Hidden from then on: the log stays.
  deleted_at timestamptz,
  version int not null default 1
);
create index channel_of_owner on channel (owner_id) where deleted_at is null;
create unique index channel_fallback on channel (organisation_id) where is_fallback and deleted_at is null;

create table subscription (
  subscription_id uuid primary key,
  channel_id uuid not null references channel on delete cascade,
  -- SubscriptionForm of packages/contract without the id.
  form jsonb not null,
  place smallint not null,
  -- By the one-click link (DE-24).
  stopped_at timestamptz,
  -- Of a digest (DE-11): when the next one goes, and when the last one went.
  digest_due timestamptz,
  digest_at timestamptz
);
create index subscription_of_channel on subscription (channel_id);
create index subscription_digest on subscription (digest_due) where digest_due is not null and stopped_at is null;

-- An event for a subscription, written in the transaction of the change (DE-16), or a message of the server's own. Due events of a
-- subscription become one message: their message_id is then the delivery_id of the first, whose row holds the message.
create table delivery (
  delivery_id uuid primary key,
  channel_id uuid not null references channel on delete cascade,
  subscription_id uuid references subscription on delete set null,
  kind text not null,
  event text,
  at timestamptz not null,
  -- Of an event the row of the worklist and the condition; null: a message of the server's own.
  entity_id uuid,
  entity text,
  condition_id uuid,
  -- Customer, or the row where it has none: what goes together (DE-06).
  group_key text,
  priority smallint,
  is_judged boolean not null default false,
  state text not null check (state in ('waiting', 'held', 'sending', 'accepted', 'failed', 'givenUp', 'dropped', 'merged')),
  reason text,
  -- When it is looked at, tried or, while it is being sent, tried again in case its server died; null: not by time.
  due_at timestamptz,
  message_id uuid,
  -- When it became a message.
  composed_at timestamptz,
  attempts smallint not null default 0,
  -- DeliveryTry of packages/contract, oldest first.
  tries jsonb not null default '[]',
  -- Of a message its content without words (apps/server/src/delivery/message.ts); of an event what it needs besides.
  content jsonb
);
create index delivery_due on delivery (due_at) where due_at is not null;
create index delivery_of_channel on delivery (channel_id, at desc);
create index delivery_of_condition on delivery (condition_id, channel_id) where condition_id is not null;
create index delivery_of_message on delivery (message_id) where message_id is not null;
create index delivery_by_time on delivery (at desc, delivery_id desc);
