-- OA-10: language and zone that an invited person begins with; null: as the browser has them.
alter table invitation
  add column language text check (language in ('en-us', 'ja-jp')),
  add column zone text;
