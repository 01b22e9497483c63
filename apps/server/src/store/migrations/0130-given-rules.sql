-- Rules that the operator gave to a dealer as templates (AR-17): from which rule, by whom and when. They are the dealer's.
alter table alert_rule
  add column given_from uuid,
  add column given_by uuid,
  add column given_at timestamptz;
create index alert_rule_given on alert_rule (given_from, organisation_id) where given_from is not null;
