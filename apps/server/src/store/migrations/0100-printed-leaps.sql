-- A suspicious leap of a counter may truly have been printed (LG-09).
alter table counter_break drop constraint counter_break_cause_check;
alter table counter_break add constraint counter_break_cause_check
  check (cause in ('boardExchanged', 'memoryCleared', 'counterSet', 'deviceExchanged', 'misread', 'printed'));
