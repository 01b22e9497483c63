-- Bodies of sections are read whole and never searched across devices: as json they are written in half the time of jsonb.
-- Figures: docs/decisions/0103-speed-of-ingest.md.
alter table device_section alter column body type json using body::json;
