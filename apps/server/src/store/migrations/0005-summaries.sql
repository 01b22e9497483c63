-- The summary is made anew only when the readings have gone on: up to which day it goes, and over how many days.
alter table device_judgement add column if not exists summary_day date;
alter table device_judgement add column if not exists summary_days int not null default 0;
