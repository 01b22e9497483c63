-- As 0030 and 0072: who packed a part stays as an id after the account was erased (GE-17); the answers name the mark made of it.
alter table visit_fetched drop constraint visit_fetched_fetched_by_fkey;
