-- The customer or site that a collector was added for (OA-20). Rules: docs/decisions/0533-collectors-of-organisations.md.
alter table collector_enrolment add column organisation_id uuid references organisation on delete set null;
create index collector_enrolment_of_organisation on collector_enrolment (organisation_id)
  where organisation_id is not null;
