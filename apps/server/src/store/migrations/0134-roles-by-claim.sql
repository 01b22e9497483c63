-- OA-13: role and organisation follow a claim of groups at each sign-in, and are not changed in the portal.
alter table app_user add column by_claim boolean not null default false;
