import type { Supply } from '@platen/contract/report-sections';
import { type Family, findMeant } from './candidates.ts';
import type { Condition, Said } from './said.ts';

/** What a line of the panel is about; the first that fits. A cartridge alone is one of toner or ink. */
const subjects: readonly (readonly [RegExp, Family])[] = [
  [/\bwaste\b|\bmaintenance box\b|\b(toner )?collect(ion|or)\b/, 'waste'],
  [/\bdrum\b|\bimaging (unit|kit)\b|\bphotoconductor\b/, 'drum'],
  [/\bdeveloper\b/, 'developer'],
  [/\bfus(er|ing)\b/, 'fuser'],
  [/\btransfer\b|\bbelt\b/, 'transferUnit'],
  [/\btoner\b|\bink\b|\bcartridge\b/, 'colour'],
];

/** What it says; the first that fits, so that `almost empty` is not empty and `replace soon` not yet. */
const conditions: readonly (readonly [RegExp, Condition])[] = [
  [/\b(almost|nearly|near|nearing) full\b/, 'nearFull'],
  [/\bfull\b/, 'full'],
  [/\b(missing|not (installed|detected|inserted))\b|\b(install|insert)\b/, 'missing'],
  [/\blow\b|\b(almost|nearly|near|nearing|very little)\b|\bsoon\b|\bprepare\b|\border\b|\bnear end\b/, 'low'],
  [
    /\bempty\b|\bdepleted\b|\bout of\b|\b(used|ran|run) (up|out)\b|\bexhausted\b|\breplace\b|\bno toner\b|\bend of life\b/,
    'empty',
  ],
];
/** Words that turn a line round: questions, advice, reports that all is well. */
const otherwise = /\b(ok|good|not (low|empty|full)|save|saver|saving|mode|level|quality|density|error)\b|\?/;
const fullOnly: ReadonlySet<Condition> = new Set(['nearFull', 'full']);

/** What the panel's English lines say of supplies, where a line names one thing, one condition and one supply. */
export function fromPanel(
  text: string,
  supplies: readonly Supply[],
  evidence: { source: string; name?: string | undefined } | undefined,
): Said[] {
  return text.split('\n').flatMap((line) => {
    const words = line.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    if (words === '' || words.length > 200 || otherwise.test(words)) return [];
    const family = subjects.find(([pattern]) => pattern.test(words))?.[1];
    const condition = conditions.find(([pattern]) => pattern.test(words))?.[1];
    // Only a receptacle gets full, and it gets nothing else but missing.
    if (family === undefined || condition === undefined) return [];
    const meant = family === 'waste' && condition === 'empty' ? 'full' : condition;
    if (fullOnly.has(meant) !== (family === 'waste') && meant !== 'missing') return [];
    const place = findMeant(supplies, family, words);
    if (place === undefined) return [];
    const { source = 'status.consoleText', name } = evidence ?? {};
    return [{ place, condition: meant, source: { source, ...(name === undefined ? {} : { name }), raw: line.trim() } }];
  });
}
