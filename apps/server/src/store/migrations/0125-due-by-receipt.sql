-- What is due for judgement is found from the reports received since it was known that nothing was due, and from what is
-- marked: docs/decisions/0553-due-since.md. Reports are only added, in the order of this index; nothing updates them.
create index device_report_by_receipt on device_report (received_at);
create index device_judgement_marked on device_judgement (device_id) where rules = 0;
create index device_claim_by_decision on device_claim (decided_at) where decided_at is not null;
