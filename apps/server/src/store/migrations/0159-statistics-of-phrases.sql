-- An index over an expression has no statistics until its table is analysed: without those of device_by_phrase (0731)
-- PostgreSQL takes every text for a rare one, and reads all devices for a page of a word that each of them has.
analyze device;
