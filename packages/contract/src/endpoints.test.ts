import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { added, specified } from '../test/calls.ts';
import * as account from './account.ts';
import * as details from './details.ts';
import * as devices from './devices.ts';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from './endpoint.ts';
import { errorCategories, firmwareFields, nicFields } from './report-sections.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;
/** Of every file of this folder: none can be left out. */
const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[a-z-]+\.ts$/.test(name));
const modules = await Promise.all(
  files.map(async (name): Promise<Record<string, unknown>> => await import(`./${name}`)),
);
const endpoints = modules.flatMap((module) => Object.values(module).filter(isEndpoint));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const id = '0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5e';

describe('the calls', () => {
  it('each call stands in the specified table or among the named additions, once', () => {
    const names = endpoints.map(nameOf);
    expect(names.filter((name) => !specified.has(name) && !added.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('AP-07..AP-14 AP-20 AP-25: every call of behaviour section 7 and every addition is there, with method and path as specified', () => {
    expect(endpoints.map(nameOf).toSorted()).toEqual([...specified, ...added].toSorted());
  });

  it('AP-06: the catalogues define no calls: texts and tables are part of the program', () => {
    const words = /catalog|famil|text|message|advice|setting.?name|part.?name|locale|language/i;
    expect(endpoints.map(({ path }) => path).filter((path) => words.test(path))).toEqual([]);
    const bodies = endpoints.filter(({ answerTypes }) => answerTypes === undefined).map(({ answer }) => answer);
    for (const text of ['Fatal Error - Please Contact Service Technician', { 'en-us': {} }])
      expect(bodies.filter((answer) => answer.safeParse(text).success)).toEqual([]);
  });

  it('AC-10 OQ-26: only the terms and the login time may be called before the terms are agreed', () => {
    expect(
      endpoints
        .filter(({ beforeTerms }) => beforeTerms === true)
        .map(nameOf)
        .toSorted(),
    ).toEqual(['GET /v1/termsOfUse', 'POST /v1/termsOfUse', 'POST /v1/users/loginAt']);
  });

  it('every call on one thing takes its id, a UUID, from the path', () => {
    for (const { path, params } of endpoints.filter((one) => one.path.includes('{id}'))) {
      const ids = (value: string) =>
        Object.fromEntries(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, value]));
      expect({ path, accepts: params?.safeParse(ids(id)).success }).toEqual({ path, accepts: true });
      expect(params?.safeParse(ids("1' or 1=1")).success).toBe(false);
    }
  });

  it('OQ-109 CF-11 CF-30: only its reports, its status, its settings and results of its commands are open to a collector', () => {
    expect(
      endpoints
        .filter(({ access }) => access === 'collector')
        .map(nameOf)
        .toSorted(),
    ).toEqual([
      'GET /v1/ingest/settings',
      'POST /v1/ingest/effective',
      'POST /v1/ingest/reports',
      'POST /v1/ingest/result',
      'POST /v1/ingest/status',
    ]);
  });

  it('CF-02 OA-11: only enrolling and accepting an invitation are open to who has a code', () => {
    expect(
      endpoints
        .filter(({ access }) => access === 'code')
        .map(nameOf)
        .toSorted(),
    ).toEqual(['POST /v1/collectors/enrol', 'POST /v1/invitations/accept']);
  });
});

describe('bodies, queries and answers', () => {
  const { readAgreedTerms, agreeToTerms, noteLogin, listNotifications, readMe } = account;
  const { listDevices, searchDevices } = devices;

  it('AP-07 AP-08 TM-04 TM-05: terms carry a version, agreeing answers with a status', () => {
    expect(readAgreedTerms.answer.safeParse({ version: '1.0.0' }).success).toBe(true);
    expect(agreeToTerms.body?.safeParse({ version: '1.0.1' }).success).toBe(true);
    for (const body of [{}, { version: '1.0' }, { version: 'latest' }, { version: '1.0.1', extra: 1 }])
      expect(agreeToTerms.body?.safeParse(body).success).toBe(false);
    expect(agreeToTerms.answer.safeParse({ status: 'OK' }).success).toBe(true);
  });

  it('AP-09 OQ-127: the login time is posted without a body, or with an empty one', () => {
    for (const body of [undefined, null, {}]) expect(noteLogin.body?.safeParse(body).success).toBe(true);
    expect(noteLogin.body?.safeParse({ at: 1 }).success).toBe(false);
  });

  it('AP-10 NT-01 AP-11 GR-01: notifications and groups have the specified fields', () => {
    const notification = { id: '1', publishedAt: '2026-11-20T00:00:00Z', content: 'Text' };
    expect(listNotifications.answer.safeParse({ notifications: [notification] }).success).toBe(true);
    expect(readMe.answer.safeParse({ groups: [{ groupId: 7, name: 'North' }] }).success).toBe(true);
  });

  it('AP-12 OQ-113: the list takes offset from 0, limit 1 to 100, search and groupId, and refuses all else', () => {
    const read = (query: Record<string, string>) => listDevices.query?.safeParse(query);
    expect(read({})?.data).toEqual({ offset: 0, limit: 100 });
    expect(read({ offset: '200', limit: '50', search: ' CKL ', groupId: '3' })?.data).toEqual({
      offset: 200,
      limit: 50,
      search: 'CKL',
      groupId: 3,
    });
    const refused: Record<string, string>[] = [
      { offset: '-1' },
      { offset: '1.5' },
      { offset: '1e3' },
      { offset: '' },
      { offset: '99999999999' },
      { limit: '0' },
      { limit: '101' },
      { groupId: 'x' },
      { groupId: '2147483648' },
      { search: 'x'.repeat(1025) },
      { search: '<b' },
      { sortColumn: 'deviceId' },
      { sortOrder: 'up' },
      { offest: '0' },
    ];
    expect(refused.filter((query) => read(query)?.success !== false)).toEqual([]);
  });

  it('AP-13 AS-01 AS-02: the search takes lists of texts, and the firmware with its comparison', () => {
    const read = (body: unknown) => searchDevices.body?.safeParse(body).success;
    expect(
      read({
        mfpIdentifiers: ['CKL-1'],
        models: ['4525C'],
        customerNumbers: ['C/1'],
        customerNamesAndDescriptions: ['東亜'],
        dealerNumbers: ['D-1'],
        dealerNames: ['R&D'],
        firmwareVersion: { matcher: 'equal', versions: ['S1', 'S2'] },
        offset: 0,
        limit: 100,
        groupId: 1,
      }),
    ).toBe(true);
    expect(read({})).toBe(true);
    const refused: unknown[] = [
      { mfpIdentifiers: [] },
      { mfpIdentifiers: ['a b'] },
      { mfpIdentifiers: [''] },
      { mfpIdentifiers: 'CKL' },
      { models: ['<b'] },
      { dealerNames: ['&#'] },
      { dealerNumbers: ['a/b'] },
      { search: 'x' },
      { offset: '0' },
      { limit: 1000 },
    ];
    expect(refused.filter((body) => read(body) !== false)).toEqual([]);
  });

  it('AS-32 AS-35: there are six comparisons, and the four ordering ones take one version', () => {
    expect(devices.firmwareMatchers).toEqual([
      'equal',
      'notEqual',
      'lessThan',
      'greaterThan',
      'greaterThanEqual',
      'lessThanEqual',
    ]);
    const several = (matcher: string) =>
      devices.searchCriteria.safeParse({ firmwareVersion: { matcher, versions: ['S1', 'S2'] } }).success;
    expect(devices.firmwareMatchers.filter(several)).toEqual(['equal', 'notEqual']);
  });

  it('AP-35 AP-36 DL-20 DL-21: both list calls declare the headers has-more and total-count', () => {
    for (const { answerHeaders } of [listDevices, searchDevices])
      expect(Object.keys(answerHeaders ?? {})).toEqual(['has-more', 'total-count']);
  });

  it('DL-10 OQ-29: a device of the list has its id, serial and status; what was not reported is null', () => {
    const item = {
      deviceId: id,
      serial: null,
      model: null,
      status: 'unknown',
      deviceCode: null,
      statusReason: null,
      customerNumber: null,
      customerName: null,
      description: null,
      dealerNumber: null,
      dealerName: null,
      firmwareVersion: null,
      updatedAt: '2026-11-20T14:02:00Z',
    };
    expect(listDevices.answer.safeParse({ devices: [item] }).success).toBe(true);
    expect(listDevices.answer.safeParse({ devices: [{ ...item, status: 'fine' }] }).success).toBe(false);
  });

  it('AP-14 PR-01 PR-08: the profile has the specified fields', () => {
    expect(Object.keys(details.deviceProfile.shape)).toEqual(
      expect.arrayContaining(
        'deviceId serial model processedAt updatedAt unpackingDate series failurePredictions counter options nRecommendedReplaceParts fwVersions toner errorCounters'.split(
          ' ',
        ),
      ),
    );
    const { counter, options, toner, errorCounters } = details.deviceProfile.shape;
    expect(Object.keys(counter.shape)).toEqual(['total', 'AMP', 'colorRate']);
    expect(Object.keys(options.shape)).toEqual(['DF', 'finisher', 'fax']);
    expect(Object.keys(toner.shape)).toEqual(['yellow', 'magenta', 'cyan', 'black', 'eBlue']);
    expect(Object.keys(errorCounters.shape)).toEqual([...errorCategories]);
  });

  it('AP-20 FW-15 AP-25 NW-01: firmware has 14 fields, network two interfaces of which either may be missing', () => {
    expect(Object.keys(details.readFirmware.answer.shape)).toEqual([...firmwareFields]);
    const nic = Object.fromEntries(nicFields.map((field) => [field, null]));
    expect(details.readNetworkInformation.answer.safeParse({ nic_1st: nic, nic_2nd: null }).success).toBe(true);
    expect(details.readNetworkInformation.answer.safeParse({ nic_1st: nic }).success).toBe(false);
  });
});

it('types of a call come from its schemas', () => {
  const query: QueryOf<typeof devices.listDevices> = { offset: 0, limit: 100 };
  const params: ParamsOf<typeof details.readProfile> = { id };
  const body: BodyOf<typeof account.agreeToTerms> = { version: '1.0.1' };
  const answer: AnswerOf<typeof account.readAgreedTerms> = { version: '1.0.0' };
  // @ts-expect-error a limit is a number once it is read
  const wrong: QueryOf<typeof devices.listDevices> = { offset: 0, limit: '100' };
  expect([query.limit, params.id, body.version, answer.version, wrong.limit]).toEqual([
    100,
    id,
    '1.0.1',
    '1.0.0',
    '100',
  ]);
});
