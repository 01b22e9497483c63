/** A copied path and its place in the stage, both relative to the working folder. */
export interface Copy {
  from: string;
  to: string;
}

/**
 * What a Dockerfile copies: from the build context (all stages), and into the last stage, which becomes the
 * image. Understands the form used in deploy/: one COPY a line, `/platen` as working folder.
 */
export function readCopies(text: string): { context: Copy[]; image: Copy[] } {
  const stages = text
    .replaceAll('\\\n', ' ')
    .split(/^FROM /m)
    .slice(1);
  const copies = stages.map((stage) =>
    [...stage.matchAll(/^COPY (.+)$/gm)].map(([, words = '']) => words.trim().split(/\s+/)),
  );
  return {
    context: copies.flat().flatMap((words) => (isFromStage(words) ? [] : toPairs(words))),
    image: (copies.at(-1) ?? []).flatMap((words) => toPairs(isFromStage(words) ? words.slice(1) : words)),
  };
}

const isFromStage = ([first = '']: readonly string[]) => first.startsWith('--from=');
const toRelative = (path: string) => path.replace(/^\/platen\//, '').replace(/^\.\//, '');

function toPairs(words: readonly string[]): Copy[] {
  const target = words.at(-1) ?? '';
  return words.slice(0, -1).map((word) => {
    const from = toRelative(word);
    return { from, to: toRelative(target.endsWith('/') ? `${target}${from.split('/').at(-1)}` : target) };
  });
}
