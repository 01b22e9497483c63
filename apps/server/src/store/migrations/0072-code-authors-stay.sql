-- As 0030: who wrote about codes stays as an id after the account was erased (GE-17); the answers name the mark made of it.
alter table code_note drop constraint code_note_written_by_fkey;
alter table code_watch drop constraint code_watch_changed_by_fkey;
alter table code_standard drop constraint code_standard_made_by_fkey;
alter table code_proposal
  drop constraint code_proposal_proposed_by_fkey,
  drop constraint code_proposal_answered_by_fkey,
  drop constraint code_proposal_withdrawn_by_fkey;
