import type { VisitEffect } from '@platen/contract/visit-effects';
import { visitId } from './data.ts';

/** Jams of drawer 1 that became fewer after its rollers were replaced (the example of VE-05). */
export const fewerJams: VisitEffect = {
  visitId,
  day: '2026-10-20',
  done: 'replaced',
  item: 'feedRoller.CST1',
  measure: 'jams',
  of: 'CST1',
  before: { count: 18, exposure: 2.903, from: '2026-09-20', to: '2026-10-19' },
  after: { count: 3, exposure: 3.4, from: '2026-10-21', to: '2026-11-19' },
  isOver: true,
  usual: 1.1,
  sensor: null,
  judged: { state: 'known', ratio: 0.142, lower: 0.049, upper: 0.351, verdict: 'better', wasNearUsual: false },
};

/** Too little was printed since. */
export const tooEarly: VisitEffect = {
  ...fewerJams,
  item: 'fuser',
  measure: 'unitErrors',
  of: 'fuser',
  after: { count: 0, exposure: 0.32, from: '2026-10-21', to: '2026-10-24' },
  isOver: false,
  usual: null,
  judged: { state: 'notYetKnown', missing: { after: 0.18 } },
};

/** Service calls that were no more than usual before. */
export const nearUsual: VisitEffect = {
  ...fewerJams,
  done: 'other',
  item: null,
  measure: 'serviceCalls',
  of: null,
  before: { ...fewerJams.before, count: 0 },
  after: { ...fewerJams.after, count: 5 },
  judged: { state: 'known', ratio: null, lower: 1.4, upper: null, verdict: 'worse', wasNearUsual: true },
};
