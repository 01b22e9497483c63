-- OA-18: null: made at the command line.
alter table invitation alter column made_by drop not null;
