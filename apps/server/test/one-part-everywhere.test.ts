import type { readEvidence, readProfile } from '@platen/contract/details';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { PartVerdict } from '@platen/contract/part-verdict';
import type { readPmParts } from '@platen/contract/readings';
import { reproduce } from '@platen/diagnosis/figures/reproduce';
import { fitFamily, summariseDevice } from '@platen/diagnosis/judge/fit-family';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawDevice, firstDay, knownOn, trueParts } from '../../../packages/diagnosis/test/worn-parts.ts';
import { addJudgement } from './telemetry.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

const days = 400;
const drawn = {
  fuser: trueParts.fuser,
  drum: trueParts.drum,
  secondTransfer: trueParts.secondTransfer,
  developer: trueParts.developer,
} as const;
type Kind = keyof typeof drawn;
const kinds: readonly Kind[] = ['fuser', 'drum', 'secondTransfer', 'developer'];
const model = fitFamily(
  kinds.flatMap((kind) =>
    Array.from({ length: 12 }, (_, seed) => summariseDevice(drawDevice(seed + 1, drawn[kind], days).history)),
  ),
  undefined,
);

/**
 * A device seen for `known` days whose part also counts against a rated life, which lies off the true one by
 * `ratio`.
 */
function judge(kind: Kind, seed: number, known: number, ratio: number) {
  const { code, measure, scale } = drawn[kind];
  const { history } = drawDevice(seed, drawn[kind], days);
  const readings = history.days.map(({ day, values }) => {
    const life = Math.round(((values.get(`part.${code}.${measure}`) ?? 0) / (scale * ratio)) * 1000) / 10;
    return { day, values: new Map([...values, [`part.${code}.life`, life] as const]) };
  });
  const today = firstDay + known;
  return judgeDevice(knownOn({ ...history, days: readings }, today), { today, model, thresholds: [], codes: [] });
}

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

interface ShownPart {
  readonly verdict: PartVerdict;
  readonly exhaustionRate?: number | null;
}
type Sign =
  | { readonly replacementPart: ShownPart }
  | { readonly predictionDevelopers: { replacementPart: ShownPart }[] };
const partOf = (sign: Sign): ShownPart | undefined =>
  'replacementPart' in sign ? sign.replacementPart : sign.predictionDevelopers[0]?.replacementPart;

test('PM-02 PM-04 PR-16 FS-15 FS-16: parts list, failure sign, profile, evidence and export agree on every part', async () => {
  const seen = new Set<string>();
  let reproduced = 0;
  for (const [n, kind] of [...kinds, ...kinds, ...kinds, ...kinds, ...kinds, ...kinds].entries()) {
    const judgement = judge(kind, 200 + n, n % 3 === 0 ? 8 + n : 60 + ((n * 67) % 330), 0.7 + ((n * 0.17) % 0.9));
    const [id = ''] = await addDevices(platen.database, [{ serial: `P-${String(n).padStart(2, '0')}` }]);
    await addJudgement(platen.database, id, new Date(), judgement);
    const read = async <T>(part: string) =>
      (await (await platen.get('service', `/v1/device/${id}/${part}`)).json()) as T;
    const { code } = drawn[kind];
    const list = await read<AnswerOf<typeof readPmParts>>('PMParts');
    const listed = list.parts.find(({ partsCode }) => partsCode === code);
    const sign = partOf(await read<Sign>(`prediction/${kind === 'secondTransfer' ? '2ndTransfer' : kind}`));
    const profile = await read<AnswerOf<typeof readProfile>>('profile');
    const { evidence, figures = {} } = await read<AnswerOf<typeof readEvidence>>('evidence');

    expect(listed?.verdict).toBeDefined();
    expect(sign?.verdict).toEqual(listed?.verdict);
    const { verdict, speaks, rated, exhaustion } = sign?.verdict ?? {};
    expect(listed?.consumedLife).toBe(rated?.consumed);
    expect(listed?.lifeNow).toBe(speaks === 'condition' ? exhaustion : rated?.consumed);
    expect(sign?.exhaustionRate ?? exhaustion).toBe(exhaustion);
    const asking = list.parts.filter((part) => ['due', 'nextVisit'].includes(part.verdict?.verdict ?? ''));
    expect(profile.nRecommendedReplaceParts).toBe(asking.length);

    // What the cards say the figures come from gives the figures again.
    for (const [path, figure] of [
      [`parts.${code}.consumedLife`, rated?.consumed],
      [`parts.${code}.lifeNow`, listed?.lifeNow],
      [`predictions.${kind}.exhaustionRate`, sign?.exhaustionRate],
    ] as const) {
      const inputs = figures[evidence[path]?.figure ?? path]?.inputs;
      if (inputs === undefined || figure === undefined || figure === null) continue;
      const again = reproduce(inputs.kind, inputs);
      if (typeof again !== 'object' || again === null || !('now' in again)) continue;
      expect([path, again.now]).toEqual([path, figure]);
      reproduced += 1;
    }
    const file = await (
      await platen.get('service', `/v1/devices/export?format=csv&search=P-${String(n).padStart(2, '0')}`)
    ).text();
    const [due, nextVisit] = file.trim().split('\r\n').at(-1)?.split(',').slice(-2) ?? [];
    expect([due !== '', nextVisit !== '']).toEqual([verdict === 'due', verdict === 'nextVisit']);
    seen.add(`${verdict} ${speaks}`);
  }
  expect(seen.size).toBeGreaterThan(2);
  expect(reproduced).toBeGreaterThan(24);
}, 120_000);
