-- Advanced search finds whole values in any case, and dealers by parts of their names, without reading every device.
-- None of these columns changes with an everyday report, so that those stay heap-only. Cut, as an index entry has a limit
-- of 2,704 bytes.
create index device_by_lower_serial on device (left(lower(serial), 200));
create index device_by_lower_customer_number on device (left(lower(customer_number), 200));
create index device_by_lower_dealer_number on device (left(lower(dealer_number), 200));
create index device_by_dealer_name on device (left(dealer_name, 200));
