import english from '@platen/catalogue/data/device-codes/en-us/e.json' with { type: 'json' };
import { deviceMessage } from '@platen/catalogue/device-codes/device-codes';
import { messageOf } from '@platen/catalogue/device-codes/explain';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LazyTimeout } from '../platform/load-texts.ts';
import { messagesQuery, seriesQuery } from './code-queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const createClient = () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
const stubFetch = (answer: (address: string) => Response | Promise<Response>) => {
  const fetch = vi.fn<(address: string) => Promise<Response>>(async (address) => answer(address));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

describe('a table of device codes', () => {
  test('is fetched once for all who ask, at the same time or later', async () => {
    const fetch = stubFetch(() => Response.json(english));
    const client = createClient();
    const [first, second] = await Promise.all([
      client.fetchQuery(messagesQuery('e', 'en-us')),
      client.fetchQuery(messagesQuery('e', 'en-us')),
    ]);
    const third = await client.fetchQuery(messagesQuery('e', 'en-us'));
    expect([second, third]).toEqual([first, first]);
    expect(messageOf('E010', first)).toBe(deviceMessage('E010', 'en-us'));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('of the other language or another series is a file of its own', async () => {
    const fetch = stubFetch(() => Response.json(english));
    const client = createClient();
    await client.fetchQuery(messagesQuery('e', 'en-us'));
    await client.fetchQuery(messagesQuery('e', 'ja-jp'));
    await client.fetchQuery(messagesQuery('f', 'en-us'));
    expect(new Set(fetch.mock.calls.map(([address]) => address)).size).toBe(3);
  });

  test('CN-19: that does not arrive in 120,000 ms is given up, and fetched again the next time', async () => {
    vi.useFakeTimers();
    stubFetch(() => new Promise<Response>(() => undefined));
    const client = createClient();
    const outcome = client.fetchQuery(messagesQuery('e', 'en-us')).catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(client.getQueryState(messagesQuery('e', 'en-us').queryKey)?.fetchStatus).toBe('fetching');
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBeInstanceOf(LazyTimeout);
    stubFetch(() => Response.json(english));
    await expect(client.fetchQuery(messagesQuery('e', 'en-us'))).resolves.toEqual(english);
  });

  test.each([
    ['a refusal', () => new Response('{}', { status: 503 }), 'status 503'],
    ['a page in its place', () => new Response('<!doctype html>'), 'JSON'],
    ['another form', () => Response.json({ fallback: 7, specified: {}, project: {} }), 'has not the form'],
    ['a list', () => Response.json([]), 'has not the form'],
  ])('is not believed when it is %s', async (_name, answer, reason) => {
    stubFetch(answer);
    await expect(createClient().fetchQuery(messagesQuery('e', 'en-us'))).rejects.toThrow(reason);
  });

  test('an explanation fails as a whole when one of its files does not come, and fetches only that one again', async () => {
    const client = createClient();
    stubFetch(() => Response.json({}, { status: 500 }));
    await expect(client.fetchQuery(seriesQuery('e', 'en-us'))).rejects.toThrow('500');
    stubFetch(() => Response.json(english));
    await client.fetchQuery(messagesQuery('e', 'en-us'));
    const fetch = stubFetch(() => Response.json({}, { status: 500 }));
    await expect(client.fetchQuery(seriesQuery('e', 'en-us'))).rejects.toThrow('500');
    expect(fetch.mock.calls.map(([address]) => address)).not.toContainEqual(expect.stringContaining('en-us/e.json'));
  });
});
