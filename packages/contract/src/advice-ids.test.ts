import { expect, test } from 'vitest';
import { compareSeverity, componentOf, mostSevere, severityOf, signSeverityOf, subjectOf } from './advice.ts';
import { type AdviceQuery, adviceId, allAdvice, parseAdviceId } from './advice-ids.ts';
import { paperSources, tonerColors } from './report-sections.ts';

test('FS-21 OQ-82: every id has 8 digits, and its parts are read back from it', () => {
  for (const [id, advice] of allAdvice()) {
    expect(id).toMatch(/^\d{8}$/);
    expect(parseAdviceId(id)).toEqual(advice);
    expect(severityOf(id)).toBe(advice.severity);
    expect(componentOf(id)).toBe(advice.component);
  }
  expect(allAdvice().size).toBe(356);
});

test('FS-21: the fuser to be watched is 10101001', () => {
  expect(adviceId({ component: 'fuser', severity: 'watch' })).toBe('10101001');
});

test('FS-21: every advice that can be asked for has an id of the scheme', () => {
  const severity = 'now' as const;
  const queries: AdviceQuery[] = [
    ...(['fuser', 'secondTransfer', 'CE20', 'CE40', 'laserUnit'] as const).map((component) => ({
      component,
      severity,
    })),
    ...tonerColors.flatMap((variant) =>
      (['developer', 'drum', 'polygonalMotor', 'imageQualitySensor'] as const).map(
        (component): AdviceQuery => ({ component, variant, severity }),
      ),
    ),
    ...(['polygonalMotor', 'imageQualitySensor'] as const).map((component) => ({ component, severity })),
    ...paperSources.flatMap((unit) =>
      [undefined, 'any', 'plain', 'recycled', 'thick', 'otherPaper'].map(
        (variant): AdviceQuery => ({ component: 'feedParts', unit, variant: toPaper(variant), severity }),
      ),
    ),
    ...(['port0', 'port1'] as const).flatMap((unit) =>
      (['storage', 'HDD', 'SSD'] as const).map(
        (variant): AdviceQuery => ({ component: 'storage', unit, variant, severity }),
      ),
    ),
  ];
  const ids = new Set(queries.map(adviceId));
  expect([...ids].filter((id) => !allAdvice().has(id))).toEqual([]);
  expect(ids.size).toBe(356 / 4);
});

const papers = ['any', 'plain', 'recycled', 'thick', 'otherPaper'] as const;
const toPaper = (name: string | undefined) => papers.find((paper) => paper === name);

test('FS-24: the document feeder has no kinds of paper, other components only their own units and variants', () => {
  expect(adviceId({ component: 'feedParts', unit: 'ADF', variant: 'thick', severity: 'now' })).toBe('30111003');
  for (const id of ['10102103', '50101003', '30113303', '70801003']) expect(parseAdviceId(id)).toBeUndefined();
});

test('a text that is no id has no severity and no component', () => {
  for (const text of ['', '03', '1010100', '101010033', '10101004', '__proto__', 'abcdef03']) {
    expect(severityOf(text)).toBeUndefined();
    expect(parseAdviceId(text)).toBeUndefined();
  }
  expect(componentOf('99101003')).toBeUndefined();
});

test('FS-14: the bare name of a part is no sign, and the most severe sign wins, the first one of equals', () => {
  expect([signSeverityOf('10101000'), signSeverityOf(null), signSeverityOf('10101002')]).toEqual([
    undefined,
    undefined,
    'nextVisit',
  ]);
  expect(mostSevere([null, '10101000', undefined])).toBeNull();
  expect(mostSevere(['10101001', null, '20101003', '50102103'])).toBe('20101003');
  expect(['10101000', 'x', '10101003', '10101001'].toSorted(compareSeverity)).toEqual([
    '10101003',
    '10101001',
    '10101000',
    'x',
  ]);
  expect(subjectOf('10101003')).toBe(subjectOf('10101001'));
});
