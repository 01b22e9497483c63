-- Pieces of each item that the judgement asks to bring to the next visit, in the order of `items`
-- (docs/decisions/0940-asked-for-is-needed.md). Null: judged by a version without it, as none.
alter table device_need add column asked smallint[];
