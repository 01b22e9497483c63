-- How matters of a model were resolved within the last year (QF-03).
create index condition_resolved_by_model on condition (model, kind, subject, resolved_at desc) where resolved_at is not null;
