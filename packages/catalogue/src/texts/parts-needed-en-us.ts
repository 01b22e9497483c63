import { downloads } from './en-us/downloads.ts';
import { evidence } from './en-us/evidence.ts';

/** Parts needed in the next three months. `by`, `basis`: keyed as in the contract. */
const partsNeeded = {
  title: 'Needed in the next {days, number} days',
  counted: '{counted, number} of {all, plural, one {# device} other {# devices}}',
  countedNote:
    'Devices count that were judged and reported within the last four weeks. The others may need parts of which nothing is known.',
  judged: 'judged {date}',
  judgedSpan: 'judged {from} to {to}',
  columns: {
    part: 'Part',
    code: 'Code',
    series: 'Series',
    devices: 'Devices',
    expected: 'Expected',
    range: '80% range',
    stock: 'To stock',
    region: 'Region',
    basis: 'Rests on',
    device: 'Serial Number',
    model: 'Model',
    customer: 'Customer',
    chance: 'Needed',
  },
  below: '{series}, {devices, plural, one {# device} other {# devices}}',
  toner: 'Toner cartridge, {color}',
  range: '{lower, number}–{upper, number}',
  few: 'under 0.1',
  chance: '{percent, number}%',
  stockNote: 'Enough in nine of ten quarters.',
  expectedNote:
    'Of {all, number} pieces, {date, number} rest on predicted dates, {life, number} on the rated life and at which share of it such parts are replaced, {rate, number} on how often such parts are replaced. A part that is watched by its rated life counts only as often as this fleet replaces such parts.',
  askedNote:
    '{asked, plural, one {# piece is} other {# pieces are}} asked for by the worklist now and counted in full, whatever else is likely.',
  regions: {
    label: 'Region',
    all: 'All regions',
    none: 'Not reported',
    noGroup: 'In no group',
    more: 'The largest {shown, number} of {count, number} are listed.',
  },
  by: { label: 'Regions are', dealer: 'Dealers', customer: 'Customers', group: 'Groups' },
  kind: { label: 'Show', all: 'Parts and toner', part: 'Parts', toner: 'Toner' },
  basis: { date: 'Predicted date', life: 'Rated life', rate: 'Usual rate', asked: 'Asked for now' },
  detail: {
    label: 'Where {part} will be needed',
    devices: 'Devices',
    shown: 'The {shown, number} likeliest of {count, number}.',
    none: 'No device is expected to need it.',
  },
  hardly: '{count, plural, one {# further part is} other {# further parts are}} hardly needed: under 0.1 pieces each.',
  showHardly: 'Show them',
  hideHardly: 'Hide parts that are hardly needed',
  unknownSeries: 'Unknown',
  empty: 'No parts to count yet',
  emptyHint: 'Devices count once they report parts or toner and have been judged, at the latest after a day.',
  emptyRegion: 'No device of this region reports parts or toner.',
} as const;

/** The texts of the screen about needed parts in English; ICU messages. Loaded with that screen. */
export const texts = { downloads, evidence, partsNeeded } as const;
