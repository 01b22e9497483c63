-- When a customer's user switched remote work of a collector off, and who (OA-20). Rules: docs/decisions/0785-collectors-of-a-customer.md.
alter table collector add column remote_off_at timestamptz, add column remote_off_by uuid;
