-- Risk of a stop without a plan within 7, 14 and 28 days, in percent, as the judgement has it (docs/decisions/0299): what a list
-- sorts devices by. Null before the first judgement by these rules, and where nothing of the device can be judged.
alter table device_judgement
  add column stop_risk_7 real,
  add column stop_risk_14 real,
  add column stop_risk_28 real;
