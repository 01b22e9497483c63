import type { Content, ContentItem } from './content.ts';

/** Bytes of a message to Teams at most (DE-30); Teams itself takes 28 KB. */
export const largestCardBytes = 24 * 1024;

type Block = Readonly<Record<string, unknown>>;

/**
 * The message as an Adaptive Card in the form that a workflow of Teams takes (DE-30): facts and one link; a
 * link is all that can be pressed (DE-31). Items that do not fit are counted at the end. `moreText` writes
 * their number.
 */
export function toTeamsMessage(content: Content, moreText: (count: number) => string, more: number): string {
  for (let shown = content.items.length; shown >= 0; shown--) {
    const left = more + content.items.length - shown;
    const body = JSON.stringify(
      toMessage(content, content.items.slice(0, shown), left > 0 ? moreText(left) : undefined),
    );
    if (shown === 0 || Buffer.byteLength(body) <= largestCardBytes) return body;
  }
  throw new Error('no form of the card was tried');
}

function toMessage(content: Content, items: readonly ContentItem[], more: string | undefined): Block {
  const { paragraphs, lists, subject, footer, lang } = content;
  // With one item its link says more than the whole list.
  const link = content.action ?? items[0]?.link ?? footer.links[0];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    lang,
    msteams: { width: 'Full' },
    body: [
      text(subject, { weight: 'Bolder', size: 'Medium' }),
      ...paragraphs.map((each) => text(each)),
      ...items.flatMap(toItem),
      ...lists.flatMap(({ title, lines }) => [text(title, { weight: 'Bolder' }), ...lines.map((line) => text(line))]),
      ...(more === undefined ? [] : [text(more)]),
      ...footer.lines.map((line) => text(line, { isSubtle: true, size: 'Small' })),
    ],
    actions: link === undefined ? [] : [{ type: 'Action.OpenUrl', title: link.label, url: link.href }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  };
}

/** Cards read a part of Markdown; text from data must stay text, above all no link under another name. */
const escape = (line: string): string => line.replaceAll(/[\\[\]*_`]/g, String.raw`\$&`);
const text = (line: string, more: Block = {}): Block => ({
  type: 'TextBlock',
  text: escape(line),
  wrap: true,
  ...more,
});

function toItem({ title, facts, notice }: ContentItem): readonly Block[] {
  return [
    text(title, { weight: 'Bolder', separator: true }),
    { type: 'FactSet', facts: facts.map(({ label, text: value }) => ({ title: label, value: escape(value) })) },
    ...(notice === undefined ? [] : [text(notice, { weight: 'Bolder' })]),
  ];
}
