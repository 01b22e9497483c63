-- A user has a version for those who administer it (GE-06), besides that of the own settings.
alter table app_user add column version int not null default 1;
create index app_user_of_organisation on app_user (organisation_id);
