import type { Supply, TonerColor } from '@platen/contract/report-sections';

/**
 * Words for the process colours in the languages devices are set to: English, German, French, Spanish,
 * Italian, Dutch, Japanese.
 */
const colorNames: Readonly<Record<TonerColor, readonly string[]>> = {
  black: ['black', 'schwarz', 'noir', 'noire', 'negro', 'nero', 'preto', 'zwart', 'svart', 'bk', 'ブラック', '黒'],
  yellow: ['yellow', 'gelb', 'jaune', 'amarillo', 'amarelo', 'giallo', 'geel', 'イエロー', '黄'],
  magenta: ['magenta', 'マゼンタ'],
  cyan: ['cyan', 'zyan', 'cian', 'ciano', 'cyaan', 'シアン'],
  eBlue: ['eblue', 'e-blue', 'erasable blue'],
};
/** Lighter inks are not the process colour that they are named after. */
const lighter = /\b(light|clair|hell|claro|chiaro)\b|ライト/u;
const letters: Readonly<Record<string, TonerColor>> = { K: 'black', BK: 'black', Y: 'yellow', M: 'magenta', C: 'cyan' };

const colouredTypes = new Set([
  'toner',
  'tonerCartridge',
  'ink',
  'inkCartridge',
  'inkRibbon',
  'solidWax',
  'ribbonWax',
  'matteToner',
  'matteInk',
]);
const unspecificTypes: ReadonlySet<string | undefined> = new Set([undefined, 'other', 'unknown']);
/** Whether a type (PrtMarkerSuppliesTypeTC) leaves open what the supply is. */
export const isUnspecific = (type: string | undefined): boolean => unspecificTypes.has(type);
const colouredPattern = /toner|tinte|encre|\bink\b|\binchiostro\b|\btinta\b|トナー|インク/u;
const otherPattern =
  /waste|rest|drum|trommel|tambour|opc|developer|entwickler|fus|belt|transfer|collect|box|ドラム|廃|現像|回収/u;

/**
 * The toner or ink colour of each supply: from its colorant and its description; undefined if both lack it or
 * disagree.
 */
export function toTonerColors(supplies: readonly Supply[]): (TonerColor | undefined)[] {
  const bySuffix = toColorsFromPartNumbers(supplies);
  return supplies.map((supply, position) => {
    if (!isColoured(supply)) return undefined;
    const colorant = colorsIn(supply.colorant);
    const description = colorsIn(supply.description);
    const found = new Set([...colorant, ...description]);
    if (found.size > 0) return found.size === 1 ? [...found][0] : undefined;
    return bySuffix[position];
  });
}

/** The supplies with their toner or ink colour. */
export function withTonerColors(supplies: readonly Supply[]): Supply[] {
  const colors = toTonerColors(supplies);
  return supplies.map((supply, position) => ({ ...supply, tonerColor: colors[position] }));
}

function isColoured(supply: Supply): boolean {
  if (supply.class === 'receptacleThatIsFilled') return false;
  if (supply.type !== undefined && colouredTypes.has(supply.type)) return true;
  const text = supply.description?.toLowerCase() ?? '';
  return isUnspecific(supply.type) && colouredPattern.test(text) && !otherPattern.test(text);
}

/**
 * The process colours in a text, in any of the languages known; a single letter only if it is the whole text
 * or in brackets.
 */
export function colorsIn(text: string | undefined): TonerColor[] {
  const plain = text?.normalize('NFKC').toLowerCase() ?? '';
  if (plain === '' || lighter.test(plain)) return [];
  const tokens = new Set(plain.split(/[^\p{L}\p{N}-]+/u).flatMap((token) => [token, ...token.split('-')]));
  const isNamed = (word: string): boolean =>
    /^[\u3000-\u9fff]/u.test(word) || word.includes(' ') ? plain.includes(word) : tokens.has(word);
  const colors = (['black', 'yellow', 'magenta', 'cyan', 'eBlue'] as const).filter((color) =>
    colorNames[color].some(isNamed),
  );
  // A single letter counts only as the whole colorant or in brackets: `C`, `Toner (C)`.
  const letter = /^([kymc]|bk)$|\(([kymc]|bk)\)/u.exec(plain);
  const named = letters[(letter?.[1] ?? letter?.[2] ?? '').toUpperCase()];
  return colors.length > 0 || named === undefined ? colors : [named];
}

/**
 * `TK-1C`, `TK-1M`, `TK-1Y`, `TK-1K`: the last letter is a colour if at least three supplies differ only by
 * it; BK is black by itself.
 */
function toColorsFromPartNumbers(supplies: readonly Supply[]): (TonerColor | undefined)[] {
  const parts = supplies.map((supply) => /^(.*\d.*?)(BK|[KYMC])$/u.exec(supply.description?.trim() ?? ''));
  const lettersByStem = new Map<string, Set<string>>();
  for (const part of parts) {
    const [, stem, letter] = part ?? [];
    if (stem === undefined || letter === undefined) continue;
    const known = lettersByStem.get(stem) ?? new Set();
    lettersByStem.set(stem, known.add(letter));
  }
  return parts.map((part) => {
    const [, stem = '', letter = ''] = part ?? [];
    return letter === 'BK' || (lettersByStem.get(stem)?.size ?? 0) >= 3 ? letters[letter] : undefined;
  });
}
