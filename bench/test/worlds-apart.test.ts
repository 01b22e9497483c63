import { families } from '@platen/catalogue/families/families';
import { developerKinds } from '@platen/diagnosis/components/developer';
import { drumKinds } from '@platen/diagnosis/components/drum';
import { fuserKind } from '@platen/diagnosis/components/fuser';
import { lowerThreshold, secondTransferKind } from '@platen/diagnosis/components/second-transfer';
import { toOwnWear } from '@platen/simulator/fleet/own-wear';
import { expect, test } from 'vitest';

const units = ['drum', 'developer', 'secondTransfer', 'fuserBelt', 'pressRoller'] as const;
const kinds = [...drumKinds, ...developerKinds].map(({ kind }) => kind);

test('no world but the usual one shares a failure code or a limit with the judgement', () => {
  for (const seed of ['1', '2', '3'])
    for (const { code: family } of families) {
      const { failureCode, transferLimit } = toOwnWear(seed, family);
      expect(Math.abs(transferLimit - lowerThreshold)).toBeGreaterThan(50);
      for (const unit of units)
        for (const color of [0, 1, 2, 3])
          for (const { failureCodes } of [...kinds, fuserKind, secondTransferKind])
            expect(failureCode(unit, color)).not.toMatch(failureCodes);
    }
});
