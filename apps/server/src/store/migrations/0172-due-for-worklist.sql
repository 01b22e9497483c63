-- What the worklist has to evaluate is found by what came since nothing was due: docs/decisions/0794-worklist-due-since.md.
create index device_judgement_by_time on device_judgement (judged_at);
create index evaluation_asked on evaluation (entity_id) where asked_at is distinct from answered_at;
create index evaluation_retry on evaluation (retry_at) where retry_at is not null;
