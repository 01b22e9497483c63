import { describe, expect, it } from 'vitest';
import { explain, messageOf, type SeriesTables } from './explain.ts';
import { isFactsTable, isMessageTable } from './tables.ts';

const tables: SeriesTables = {
  messages: { fallback: 'see manual', specified: { C010: 'motor' }, project: { 'C000-C0FF': 'fatal' } },
  facts: {
    fallback: { category: 'serviceCall', place: 'machine', who: 'technician', severity: 'error', action: 'call' },
    codes: {
      'C000-C0FF': { place: 'motor', action: 'look' },
      'C010-C01F': { action: 'clean' },
      C010: { who: null, severity: 'warning' },
      C500: { place: 'nowhere' },
    },
  },
  places: { machine: 'Machine', motor: 'Main motor' },
  actions: { call: 'Call.', look: 'Look.', clean: 'Clean.' },
};

describe('what is known of a code', () => {
  it('DM-001 DM-005: each fact comes from the most specific entry that names it', () => {
    expect(explain(' c010', tables)).toEqual({
      code: 'C010',
      message: 'motor',
      series: 'c',
      category: 'serviceCall',
      place: 'Main motor',
      who: null,
      severity: 'warning',
      action: 'Clean.',
      isKnown: true,
    });
    expect(explain('C0FF', tables)).toMatchObject({
      message: 'fatal',
      place: 'Main motor',
      action: 'Look.',
      isKnown: true,
    });
  });

  it('DM-006: a code that only the fallback answers is not known, whatever facts there are', () => {
    const expected = { message: 'see manual', place: 'Machine', action: 'Call.', who: 'technician', isKnown: false };
    expect(explain('C999', tables)).toMatchObject(expected);
    expect(explain('C500', tables)).toMatchObject({ place: '-', isKnown: false });
  });

  it.each(['null', 'header', ' NULL '])('DM-002: %j says nothing at all', (raw) => {
    const expected = { message: '-', place: '-', action: '-', series: undefined, isKnown: false };
    expect(explain(raw, tables)).toMatchObject(expected);
  });

  it.each(['0', '8', 'B000', 'Z', '', 'toString', '__proto__'])('DM-002: %j has the fallback text', (raw) => {
    expect(messageOf(raw, tables.messages)).toBe('see manual');
    expect(explain(raw, tables)).toMatchObject({ series: undefined, isKnown: false });
  });
});

describe('tables as they come from a file', () => {
  it('DM-001: tables of the right form are taken', () => {
    expect(isMessageTable(tables.messages)).toBe(true);
    expect(isFactsTable(tables.facts)).toBe(true);
  });

  it.each([
    null,
    [],
    'text',
    {},
    { ...tables.messages, fallback: 1 },
    { ...tables.messages, project: { C010: null } },
    { fallback: 'x', specified: {} },
  ])('DM-001: %j is no table of messages', (json) => {
    expect(isMessageTable(json)).toBe(false);
  });

  it.each([
    null,
    {},
    { ...tables.facts, codes: { C010: { who: 'visitor' } } },
    { ...tables.facts, codes: { C010: { toString: 'x' } } },
    { ...tables.facts, codes: { C010: 'x' } },
    { ...tables.facts, fallback: { category: 'other' } },
  ])('DM-001: %j is no table of facts', (json) => {
    expect(isFactsTable(json)).toBe(false);
  });
});
