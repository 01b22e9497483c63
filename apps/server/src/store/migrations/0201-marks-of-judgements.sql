-- How often a device was marked to be judged again: a row's version (xmin) means something on one node only.
alter table device_judgement add column marks int not null default 0;
