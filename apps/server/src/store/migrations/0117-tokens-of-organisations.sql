-- OA-30: the organisation that a token was made for, and that it ends with; of others that of their maker counts.
alter table api_token add column organisation_id uuid references organisation;
update api_token t set organisation_id = coalesce(
  (select u.organisation_id from app_user u where u.user_id = t.made_by and not u.sees_all),
  (select o.organisation_id from organisation o where o.kind = 'operator'))
where t.of_organisation;
alter table api_token add constraint api_token_organisation check (organisation_id is not null or not of_organisation);
