import { describe, expect, it } from 'vitest';
import { locales } from './locale.ts';
import { storagePortLabel, storagePorts, storageStateLabel, storageStates } from './storage-health.ts';

describe('health of the storage', () => {
  it.each([
    [0, 'No problem', '問題なし'],
    [1, 'HDD SMART self test running', 'HDD SMARTセルフテスト実行中'],
    [2, 'Backup needed, replacement recommended', 'バックアップが必要（交換を推奨）'],
    [3, 'Back up and replace', 'バックアップのうえ交換'],
    [9, 'SSD/HDD in danger', 'SSD/HDD危険'],
  ])('ST-01 ST-04 ST-05 ST-06 ST-07: state %i reads "%s"', (state, english, japanese) => {
    expect(storageStateLabel(state, 'en-us')).toBe(english);
    expect(storageStateLabel(state, 'ja-jp')).toBe(japanese);
  });

  it('ST-02 ST-03: SATA ports 0 and 1 have names of their own, no other port has', () => {
    expect(storagePorts.map((port) => storagePortLabel(port, 'en-us'))).toEqual(['SATA port 0', 'SATA port 1']);
    expect(storagePorts.map((port) => storagePortLabel(port, 'ja-jp'))).toEqual(['SATAポート0', 'SATAポート1']);
    expect(storagePortLabel(2, 'en-us')).toBeUndefined();
  });

  it('ST-08: only 0, 1, 2, 3 and 9 are states; any other code has no label, so it never reads as good', () => {
    expect(storageStates).toEqual([0, 1, 2, 3, 9]);
    for (const locale of locales)
      for (const code of [-1, 4, 5, 8, 10, 0.5, Number.NaN]) expect(storageStateLabel(code, locale)).toBeUndefined();
  });
});
