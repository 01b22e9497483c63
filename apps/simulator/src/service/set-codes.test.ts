import type { CodeChangesAnswer, CodeProposal } from '@platen/contract/code-history';
import { describe, expect, it } from 'vitest';
import { simulateDevice } from '../fleet/device.ts';
import { Random } from '../fleet/random.ts';
import { worlds } from '../fleet/worlds.ts';
import { decideProposal, decideSettings } from './set-codes.ts';

type Change = CodeChangesAnswer['changes'][number];
const change = (code: string, more: Partial<Change> = {}): Change => ({
  code,
  before: '128',
  after: '96',
  by: -32,
  mode: '128',
  level: 3,
  isAdjusting: false,
  contexts: [],
  note: null,
  lastBefore: '2026-11-03T20:00:00.000Z',
  firstAfter: '2026-11-04T20:00:00.000Z',
  ...more,
});
const line = (n: number, more: Partial<CodeProposal> = {}): CodeProposal => ({
  proposalId: `0193e0a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  listId: '0193e0a0-0000-7000-8000-000000000999',
  code: `08-${2100 + n}-0`,
  now: '96',
  to: '128',
  why: 'x',
  state: 'inPack',
  proposedBy: null,
  proposedAt: '2026-11-20T08:00:00.000Z',
  inPackAt: null,
  answeredAt: null,
  answeredBy: null,
  reason: null,
  visitId: null,
  provedAt: null,
  withdrawnAt: null,
  version: 1,
  ...more,
});

describe('codes that simulated people set', () => {
  it('GE-22 CH-12: what someone unknown changed unlike the model is proposed, once', () => {
    const changes = [
      change('05-2300-0', { level: null }),
      change('08-2103-0'),
      change('08-2104-0', { level: 1 }),
      change('05-2400-0', { isAdjusting: true }),
      change('08-2105-0', { contexts: [{ kind: 'memoryCleared', cause: null }] }),
      change('08-2106-0'),
    ];
    expect(decideProposal({ changes }, [{ code: '08-2106-0' }])?.lines).toEqual([{ code: '08-2103-0', to: '128' }]);
    expect(decideProposal({ changes: [] }, [])).toBeUndefined();
  });

  it('GE-22 CH-12: open lines are answered, and those that were set are set on the device', () => {
    const lines = [...Array.from({ length: 40 }, (_, n) => line(n)), line(99, { state: 'proved' })];
    const { proposals, done, set } = decideSettings(lines, new Random('1', 'settings'));
    expect(proposals).toHaveLength(40);
    expect(set.length).toBe(proposals.filter(({ isDone }) => isDone).length);
    expect(set.length).toBeLessThan(40);
    expect(done[0]).toEqual({ done: 'codeSet', kind: '08', main: 2100, sub: 0, from: '96', to: '128' });
  });

  it('GE-22 CH-05: codes change on visits and with firmware, and the same settings with it on every device', () => {
    const window = { from: 20_100, to: 20_600 };
    const lives = Array.from({ length: 12 }, (_, index) => [
      ...simulateDevice('5400', index, window, worlds['own-wear']),
    ]);
    const codesOn = new Map<string, number>();
    for (const days of lives) {
      for (const { reports, truth } of days) {
        const sent = reports.some(({ report }) => report.codes !== undefined);
        const isVisit = truth.some(({ kind }) => kind === 'visit');
        const isRelease = truth.some((one) => one.kind === 'event' && one.what === 'firmware');
        const on = isRelease ? 'release' : isVisit ? 'visit' : 'other';
        codesOn.set(`${on} days`, (codesOn.get(`${on} days`) ?? 0) + 1);
        if (sent) codesOn.set(on, (codesOn.get(on) ?? 0) + 1);
      }
    }
    const share = (on: string) => (codesOn.get(on) ?? 0) / (codesOn.get(`${on} days`) ?? 1);
    // Codes are sent weekly anyway, and on the day of a change.
    expect(share('release')).toBeGreaterThan(0.9);
    expect(share('visit')).toBeGreaterThan(1.5 * share('other'));
  });

  it('GE-22 CH-12: what technicians set by hand is what the device reports from then on', () => {
    const window = { from: 20_400, to: 20_420 };
    const valueOf = (code: string, set: readonly { code: string; to: string }[]) => {
      const days = simulateDevice('5400', 3, window, worlds['own-wear'], (day) => ({
        putIn: day === 20_402 ? [] : null,
        ...(day === 20_402 && { set }),
      }));
      const values = [...days].flatMap(({ day, reports }) =>
        reports.flatMap(({ report }) =>
          (report.codes?.code08 ?? []).flatMap(({ main, sub, value }) =>
            `08-${main}-${sub}` === code ? [[day, value] as const] : [],
          ),
        ),
      );
      return values;
    };
    const [first] = [...simulateDevice('5400', 3, window, worlds['own-wear'])]
      .flatMap(({ reports }) => reports)
      .flatMap(({ report }) => report.codes?.code08 ?? []);
    const code = `08-${first?.main}-${first?.sub}`;
    const after = valueOf(code, [{ code, to: '77' }]).filter(([day]) => day >= 20_402);
    expect(after.length).toBeGreaterThan(0);
    expect(new Set(after.map(([, value]) => value))).toEqual(new Set(['77']));
  });
});
