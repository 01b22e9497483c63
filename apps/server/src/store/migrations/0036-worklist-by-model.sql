-- The list of a model: without it all rows are read.
create index worklist_by_model on worklist_row (model);
