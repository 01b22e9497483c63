import { families } from '@platen/catalogue/families/families';
import { partsOf } from '@platen/catalogue/families/parts';
import { developerCodes, drumCodes, fuserCode, secondTransferCode } from '@platen/contract/part-codes';
import { describe, expect, it } from 'vitest';

const kindOf = (code: string) =>
  new Set(
    families.flatMap((family) =>
      partsOf(family.code)
        .filter((part) => part.code === code)
        .map(({ kind, color }) => `${kind} ${color ?? ''}`.trim()),
    ),
  );

describe('parts that the diagnosis judges', () => {
  it('PN-01 PN-07 OQ-90: drums and developers have the codes of their colours in the catalogue', () => {
    const letters = { black: 'K', yellow: 'Y', magenta: 'M', cyan: 'C' } as const;
    for (const color of ['black', 'yellow', 'magenta', 'cyan'] as const) {
      expect([...kindOf(drumCodes[color] ?? '')]).toEqual([`photosensitiveDrum ${letters[color]}`]);
      expect([...kindOf(developerCodes[color] ?? '')]).toEqual([`developer ${letters[color]}`]);
    }
  });

  it('PN-10 PN-13: second transfer roller and fuser belt', () => {
    expect([...kindOf(secondTransferCode)]).toEqual(['secondaryTransferRoller']);
    expect([...kindOf(fuserCode)]).toEqual(['fuserBelt']);
  });
});
