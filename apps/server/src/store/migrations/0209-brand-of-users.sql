-- The brand under which a user signed in last; links in messages lead to it (docs/decisions/0923-links-of-the-brand.md).
-- null: the default one, or not known.
alter table app_user add column brand text check (brand in ('platen', 'rdt'));
