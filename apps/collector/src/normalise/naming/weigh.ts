import type { DeviceReport } from '@platen/contract/report';
import type { Evidence, Reading } from '@platen/contract/values';
import { findBrand, isBuiltBy, seriesBrand } from '../makers/registry.ts';
import { cutText } from '../readings.ts';
import { isSameModel, toModelName, withoutNoise } from './model-name.ts';
import { type NamedText, type NameSource, nameSources } from './named-text.ts';

/** One name with its weight. `reason` lists the sources, the first being the one it was taken from. */
export interface NameCandidate {
  readonly value: string;
  readonly score: number;
  readonly reason: string;
  readonly evidence: Evidence;
}

/** For each further source that agrees, up to three. */
const agreement = { model: 12, brand: 4 } as const;
const mostAgreeing = 3;
/** A name without a digit is rarely that of a model. */
const withoutDigit = 25;
/** The brand that a series implies (`bizhub`) if no text names a maker. */
const seriesWeight = 35;
/** From this weight on the brand on the front takes precedence over the builder. */
const frontWeight = 55;

interface Named {
  source: NameSource;
  value: string;
  base: number;
  evidence: Evidence;
}

/**
 * Candidates for the model, best first. `known`: values of this device (serial, host name, MAC) that are no
 * part of a model.
 */
export function weighModels(texts: readonly NamedText[], known: readonly string[]): NameCandidate[] {
  const named = texts.flatMap(({ source, text, evidence }): Named[] => {
    const weight = nameSources[source].model;
    const value = weight === 0 ? undefined : toModelName(text, known, source);
    if (value === undefined) return [];
    return [{ source, value, base: /\d/.test(value) ? weight : weight - withoutDigit, evidence }];
  });
  const candidates = toCandidates(named, isSameModel, agreement.model);
  const placeholder = /^(.*\d)x\b/.exec(candidates[0]?.value ?? '')?.[1];
  // `M408x Series` covers several models: the name of one of them is more specific.
  const one = placeholder === undefined ? undefined : candidates.find(({ value }) => isOneOf(value, placeholder));
  return one === undefined ? candidates : [one, ...candidates.filter((other) => other !== one)];
}

const isOneOf = (value: string, placeholder: string): boolean =>
  value.startsWith(placeholder) && /^\d/.test(value.slice(placeholder.length));

/**
 * Candidates for the maker, best first: the brand on the front. A brand that other makers build for (Dell,
 * Develop, UTAX) takes precedence over its builder, whatever the builder's agent reports.
 */
export function weighMakers(texts: readonly NamedText[], known: readonly string[]): NameCandidate[] {
  const named = texts.flatMap(({ source, text, maker, evidence }): Named[] => {
    const value =
      maker ?? findBrand(withoutNoise(text, known)) ?? (source === 'deviceIdMaker' ? text.trim() : undefined);
    if (value !== undefined && value !== '') return [{ source, value, base: nameSources[source].brand, evidence }];
    const implied = source === 'printerName' || source === 'printerInfo' ? undefined : seriesBrand(text);
    return implied === undefined ? [] : [{ source, value: implied, base: seriesWeight, evidence }];
  });
  const candidates = toCandidates(named, (a, b) => a === b, agreement.brand);
  const [best] = candidates;
  const front = candidates.find(
    (one) => best !== undefined && one.score >= frontWeight && isBuiltBy(one.value, best.value),
  );
  return front === undefined ? candidates : [front, ...candidates.filter((one) => one !== front)];
}

function toCandidates(
  named: readonly Named[],
  isSame: (a: string, b: string) => boolean,
  bonus: number,
): NameCandidate[] {
  return named
    .map((one): NameCandidate => {
      const agreeing = named.filter(
        (other) => other.evidence.source !== one.evidence.source && isSame(one.value, other.value),
      );
      const sources = [...new Set(agreeing.map(({ source }) => source))].filter((source) => source !== one.source);
      const also = agreeing.slice(0, mostAgreeing).map(({ evidence: { source, name, raw } }) => ({
        source,
        ...(name === undefined ? {} : { name }),
        raw,
      }));
      return {
        value: one.value,
        score: one.base + bonus * Math.min(mostAgreeing, sources.length),
        reason: [one.source, ...sources].join(', '),
        evidence: also.length === 0 ? one.evidence : { ...one.evidence, also: [...(one.evidence.also ?? []), ...also] },
      };
    })
    .toSorted((a, b) => b.score - a.score);
}

/** The best candidate as a reading; undefined if there is none. */
export function toNameReading([best]: readonly NameCandidate[]): Reading<string> | undefined {
  return best && { state: 'measured', value: cutText(best.value, 256), evidence: best.evidence };
}

/** Values of a device that may occur in its texts and are no part of a product's name. */
export function toKnownValues(identities: readonly DeviceReport['identity'][]): string[] {
  return identities.flatMap(({ serial, sysName, deviceUuid, macAddresses = [] }) => [
    ...[serial, deviceUuid, sysName].flatMap((reading) => (reading?.state === 'measured' ? [reading.value] : [])),
    ...macAddresses,
  ]);
}
