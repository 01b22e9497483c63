-- Codes are also compared within a family and within related families (docs/decisions/0228).
alter table fleet_code drop constraint fleet_code_scope_check;
alter table fleet_code add constraint fleet_code_scope_check
  check (scope in ('model', 'usualFamily', 'usualRelated', 'line', 'levelsFamily', 'levelsRelated'));
