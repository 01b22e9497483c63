-- Two reports of one device and one time are both kept where their contents differ. digest: 64 bits of the content; 0: noted
-- before this migration, content unknown. Why: docs/decisions/0111-reports-of-one-time.md.
alter table device_report add column digest bigint not null default 0;
alter table device_report drop constraint device_report_pkey;
alter table device_report add primary key (device_id, observed_at, digest);
