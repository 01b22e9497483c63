import { texts as searchEnglish } from '@platen/catalogue/texts/advanced-search-en-us';
import { texts as searchJapanese } from '@platen/catalogue/texts/advanced-search-ja-jp';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as japanese } from '@platen/catalogue/texts/ja-jp';
import { expect, test } from 'vitest';

const deviceLabels = (
  { deviceList, detail }: typeof japanese | typeof english,
  { advancedSearch }: typeof searchJapanese | typeof searchEnglish,
) => [
  deviceList.columns.serial,
  deviceList.columns.model,
  deviceList.columns.customer,
  deviceList.columns.description,
  deviceList.columns.status,
  advancedSearch.category.dealer,
  deviceList.criteria.firmwareVersion,
  detail.unpacked,
  detail.updated,
  detail.processed,
];

test('DL-27: a device has ten labels, in both languages', () => {
  expect(deviceLabels(english, searchEnglish)).toEqual([
    'Serial Number',
    'Model',
    'Customer',
    'Description',
    'Status',
    'Dealer',
    'Firmware version',
    'Unpacking date',
    'Data updated',
    'Data processed',
  ]);
  const translated = deviceLabels(japanese, searchJapanese);
  expect(new Set(translated).size).toBe(10);
  for (const label of translated) expect(label).toMatch(/[\p{sc=Han}\p{sc=Katakana}]/u);
});

test('DL-28 DL-29: a customer has number, name and description, a dealer number and name', () => {
  const { criteria: name } = english.deviceList;
  expect([name.customerNumbers, name.customerNamesAndDescriptions]).toEqual([
    'Customer number',
    'Customer name and description',
  ]);
  expect([name.dealerNumbers, name.dealerNames]).toEqual(['Dealer number', 'Dealer name']);
  const there = japanese.deviceList.criteria;
  expect([there.customerNumbers, there.dealerNumbers]).toEqual(['顧客番号', '販売店番号']);
  expect([there.customerNamesAndDescriptions, there.dealerNames]).toEqual(['顧客名・備考', '販売店名']);
});
