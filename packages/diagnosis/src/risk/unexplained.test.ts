import { describe, expect, it } from 'vitest';
import { drawDevice, trueParts } from '../../test/worn-parts.ts';
import { fitStops, summariseStops } from './stop-model.ts';
import type { StopCause } from './stop-risk.ts';
import { withUnexplained } from './unexplained.ts';

const { history } = drawDevice(3, trueParts.drum, 400);
const summary = summariseStops(history, history.days.at(-1)?.day ?? 0);
const model = summary && fitStops([summary], undefined);
const cause = (item: string, fortnight: number): StopCause => ({
  item,
  group: item,
  risk: [fortnight / 2, fortnight, 2 * fortnight],
  basis: undefined,
});
const itemsOf = (causes: readonly StopCause[]) => causes.map(({ item }) => item);

describe('what nothing announces', () => {
  it('WL-53: a part below 1 % within 14 days fails unannounced; what a cause names does not count twice', () => {
    const [low, ...none] = withUnexplained([cause('drum.black', 0.009)], history, model);
    expect(low?.item).toBe('unexplained');
    expect(none).toEqual([]);
    const { risk } = low ?? cause('none', 0);
    expect(0 < risk[0] && risk[0] < risk[1] && risk[1] < risk[2] && risk[2] < 1).toBe(true);
    const high = withUnexplained([cause('drum.black', 0.2)], history, model);
    expect(high[0]).toEqual(cause('drum.black', 0.2));
    expect(high[1]?.risk[1] ?? 0).toBeLessThan(risk[1]);
  });

  it('a service call that may come again announces it', () => {
    const causes = withUnexplained([cause('serviceCalls', 0.3)], history, model);
    expect(itemsOf(causes)).toEqual(['serviceCalls']);
    expect(causes[0]?.risk[1]).toBeGreaterThan(0.3);
  });

  it('before the fleet has taught anything, and where no use of a part is known, there is no such cause', () => {
    const causes = [cause('drum.black', 0.009)];
    expect(withUnexplained(causes, history, undefined)).toEqual(causes);
    expect(withUnexplained(causes, { ...history, days: [] }, model)).toEqual(causes);
  });
});
