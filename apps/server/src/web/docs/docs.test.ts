import { deviceParams } from '@platen/contract/device-call';
import { listDevices } from '@platen/contract/devices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
});
afterAll(() => platen.close());

describe('documentation', () => {
  test('AP-05 AP-07..AP-14 AP-20 AP-25 GE-13: OpenAPI 3.1 lists every call that is served, with headers, refusals and who may call', async () => {
    const document = (await (await fetch(`${platen.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<
        string,
        Record<
          string,
          {
            parameters: { name: string }[];
            responses: Record<string, { headers?: object; description: string }>;
            security: object[];
          }
        >
      >;
      components: { securitySchemes: object };
    };
    expect(document.openapi).toBe('3.1.0');
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls).toEqual(
      expect.arrayContaining([
        'GET /v1/termsOfUse',
        'POST /v1/termsOfUse',
        'POST /v1/users/loginAt',
        'GET /v1/notifications',
        'GET /v1/users/me',
        'GET /v1/devices',
        'POST /v1/devices/search',
        'GET /v1/device/{id}/profile',
        'GET /v1/device/{id}/firmware',
        'GET /v1/device/{id}/networkInformation',
        'POST /v1/ingest/reports',
      ]),
    );
    const list = document.paths[listDevices.path]?.['get'];
    expect(list?.parameters.map(({ name }) => name)).toEqual([
      'offset',
      'limit',
      'search',
      'groupId',
      'sortColumn',
      'sortOrder',
    ]);
    expect(Object.keys(list?.responses['200']?.headers ?? {})).toEqual(['has-more', 'total-count']);
    expect(list?.responses['403']?.description).toContain('200001');
    expect(Object.keys(document.paths['/v1/worklist/actions']?.['post']?.responses ?? {})).toContain('202');
    expect(Object.keys(list?.responses ?? {})).not.toContain('202');
    expect(document.paths['/v1/ingest/reports']?.['post']?.security).toEqual([{ collector: [] }]);
    expect([...Object.keys(deviceParams.shape), 'timeZone']).toEqual(
      document.paths['/v1/device/{id}/profile']?.['get']?.parameters.map(({ name }) => name),
    );
    expect(JSON.stringify(document)).not.toContain('"$schema"');
  });

  test('AP-05: the page to read names every call and needs neither scripts nor other hosts', async () => {
    const answer = await fetch(`${platen.url}/docs`);
    const html = await answer.text();
    for (const { path } of platen.app.platform.endpoints) expect(html).toContain(path);
    expect(html).not.toMatch(/<script|style=|https?:\/\//);
    const [, style = ''] = /href="([^"]+\.css)"/.exec(html) ?? [];
    const css = await fetch(`${platen.url}${style}`);
    expect([css.status, css.headers.get('content-type'), css.headers.get('cache-control')]).toEqual([
      200,
      'text/css; charset=utf-8',
      expect.stringContaining('immutable'),
    ]);
  });

  test('DE-27 OA-30: describes what webhooks are sent, and which calls take API tokens', async () => {
    const document = (await (await fetch(`${platen.url}/openapi.json`)).json()) as {
      webhooks: Record<string, { post: { parameters: { name: string }[]; requestBody: object } }>;
      paths: Record<string, Record<string, { security: object[] }>>;
    };
    expect(Object.keys(document.webhooks)).toEqual([
      'condition',
      'ticket',
      'visit',
      'device',
      'meter',
      'close',
      'test',
    ]);
    expect(document.webhooks['condition']?.post.parameters.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(JSON.stringify(document.webhooks['condition']?.post.requestBody)).toContain('condition.opened');
    expect(document.paths['/v1/devices']?.['get']?.security).toEqual([{ user: [] }, { token: ['devices.read'] }]);
    expect(document.paths['/v1/worklist']?.['get']?.security).toEqual([{ user: [] }]);
    const page = await (await fetch(`${platen.url}/docs`)).text();
    expect(page).toContain('API tokens of the scope <code>devices.read</code>');
    expect(page).toContain('webhook-condition');
  });
});
