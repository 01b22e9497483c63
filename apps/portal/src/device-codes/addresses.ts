import type { TableName } from '@platen/catalogue/device-codes/device-code';
import type { Locale } from '@platen/catalogue/locale';
import enA from '@platen/catalogue/data/device-codes/en-us/a.json?url&no-inline';
import enC from '@platen/catalogue/data/device-codes/en-us/c.json?url&no-inline';
import enD from '@platen/catalogue/data/device-codes/en-us/d.json?url&no-inline';
import enE from '@platen/catalogue/data/device-codes/en-us/e.json?url&no-inline';
import enF from '@platen/catalogue/data/device-codes/en-us/f.json?url&no-inline';
import enEvents from '@platen/catalogue/data/device-codes/en-us/events.json?url&no-inline';
import jaA from '@platen/catalogue/data/device-codes/ja-jp/a.json?url&no-inline';
import jaC from '@platen/catalogue/data/device-codes/ja-jp/c.json?url&no-inline';
import jaD from '@platen/catalogue/data/device-codes/ja-jp/d.json?url&no-inline';
import jaE from '@platen/catalogue/data/device-codes/ja-jp/e.json?url&no-inline';
import jaF from '@platen/catalogue/data/device-codes/ja-jp/f.json?url&no-inline';
import jaEvents from '@platen/catalogue/data/device-codes/ja-jp/events.json?url&no-inline';
import factsA from '@platen/catalogue/data/device-codes/facts/a.json?url&no-inline';
import factsC from '@platen/catalogue/data/device-codes/facts/c.json?url&no-inline';
import factsD from '@platen/catalogue/data/device-codes/facts/d.json?url&no-inline';
import factsE from '@platen/catalogue/data/device-codes/facts/e.json?url&no-inline';
import factsF from '@platen/catalogue/data/device-codes/facts/f.json?url&no-inline';
import factsEvents from '@platen/catalogue/data/device-codes/facts/events.json?url&no-inline';
import actions from '@platen/catalogue/data/device-codes/actions.json?url&no-inline';
import places from '@platen/catalogue/data/device-codes/places.json?url&no-inline';

/**
 * Where the tables of the device codes are fetched from: files of their own beside the scripts, named by their content,
 * so that a browser keeps them for good and nobody loads a series that no device speaks of.
 */
export const messageAddresses: Readonly<Record<Locale, Readonly<Record<TableName, string>>>> = {
  'en-us': { a: enA, c: enC, d: enD, e: enE, f: enF, events: enEvents },
  'ja-jp': { a: jaA, c: jaC, d: jaD, e: jaE, f: jaF, events: jaEvents },
};
export const factAddresses: Readonly<Record<TableName, string>> = {
  a: factsA,
  c: factsC,
  d: factsD,
  e: factsE,
  f: factsF,
  events: factsEvents,
};
/** The words of both languages in one file each. */
export const wordAddresses = { actions, places };
