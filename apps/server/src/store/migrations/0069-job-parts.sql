-- Input of a job that is too much for one row: a step reads the part it works. Goes with its job.
create table job_part (
  job_id uuid not null references job on delete cascade,
  part int not null,
  body jsonb not null,
  primary key (job_id, part)
);
