-- The roles of OA-20.
alter table app_user drop constraint app_user_role_check;
alter table app_user add constraint app_user_role_check
  check (role in ('dealer', 'service', 'admin', 'technician', 'dealerAdmin', 'billing', 'customer'));

-- Single rights in addition to those of the role; ends_on: the last day, UTC; null: without end (OA-21).
create table user_right (
  user_id uuid not null references app_user on delete cascade,
  action text not null,
  ends_on date,
  granted_at timestamptz not null default now(),
  primary key (user_id, action)
);
