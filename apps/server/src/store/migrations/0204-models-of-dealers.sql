-- Contracts: servers that know 0202-lock-devices do without device_by_lower_dealer_number and device_by_dealer_name, in whose
-- place are indexes that begin with the same. No version was released before.
-- An advanced search for models and dealers meets neither all devices of the model nor all of the dealer:
-- docs/decisions/0852-models-of-dealers.md.
create index device_by_dealer_number_model on device (left(lower(dealer_number), 200), coalesce(model, ''));
create index device_by_dealer_name_model on device (left(dealer_name, 200), coalesce(model, ''));
drop index device_by_lower_dealer_number;
drop index device_by_dealer_name;
-- As 0159: expressions of new indexes have no statistics before.
analyze device;
update oldest_server set knows = '0202-lock-devices';
