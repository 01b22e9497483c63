import type { EvidenceEntry } from '@platen/contract/details';
import type { Evidence } from '@platen/contract/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSections } from '../../../test/telemetry.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

const reading = (source: string, raw: string): Evidence => ({ protocol: 'snmp', source, raw, rule: 'asReported' });
const contradictedBy = [{ protocol: 'ipp' as const, source: 'printer-impressions-completed', raw: '70' }];
const counter = (value: number, evidence: Evidence) => ({
  unit: 'impressions' as const,
  reading: { state: 'measured' as const, value, evidence },
});

test('contradicting values of other sources come with the evidence of a value, and not with a ratio made of it', async () => {
  const [id = ''] = await addDevices(platen.database, [{}]);
  await addSections(platen.database, id, {
    counters: {
      total: counter(100, { ...reading('total', '100'), contradictedBy }),
      color: counter(20, { ...reading('color', '20'), contradictedBy }),
      black: counter(80, reading('black', '80')),
    },
  });
  const answer = await platen.get('service', `/v1/device/${id}/evidence`);
  const { evidence } = (await answer.json()) as { evidence: Record<string, EvidenceEntry> };
  expect(evidence['counter.total']).toMatchObject({ raw: '100', contradictedBy });
  expect(evidence['counter.black']?.contradictedBy).toBeUndefined();
  expect(evidence['counter.colorRate']?.contradictedBy).toBeUndefined();
});
