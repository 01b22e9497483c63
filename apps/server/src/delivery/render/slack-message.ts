import type { Content, ContentItem, Link } from './content.ts';

/** Characters of a section and blocks of a message at most (Slack's own limits are 3,000 and 50). */
const longestSection = 2900;
const mostItems = 20;

type Block = Readonly<Record<string, unknown>>;

/**
 * The message for an incoming webhook of Slack (DE-30). `moreText` writes how many items are left out. Slack
 * reads `<…>` as links and mentions; text from data is escaped, so that it can call upon no channel.
 */
export function toSlackMessage(content: Content, moreText: (count: number) => string, more: number): string {
  const { subject, paragraphs, items, lists, action, footer } = content;
  const shown = items.slice(0, mostItems);
  const left = more + items.length - shown.length;
  const blocks = [
    section(bold(subject)),
    ...paragraphs.map((line) => section(escape(line))),
    ...shown.map(toItem),
    ...lists.map(({ title, lines }) => section([bold(title), ...lines.map(escape)].join('\n'))),
    ...(left > 0 ? [section(escape(moreText(left)))] : []),
    ...(action === undefined ? [] : [section(toLink(action))]),
    {
      type: 'context',
      elements: [{ type: 'mrkdwn', text: cut([...footer.lines.map(escape), ...footer.links.map(toLink)].join(' · ')) }],
    },
  ];
  return JSON.stringify({ text: escape(subject), blocks, unfurl_links: false, unfurl_media: false });
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (line: string): string => line.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
/** A star within would end the bold text. */
const bold = (line: string): string => `*${escape(line).replaceAll('*', '∗')}*`;
const cut = (text: string): string => (text.length <= longestSection ? text : `${text.slice(0, longestSection)}…`);
const section = (text: string): Block => ({ type: 'section', text: { type: 'mrkdwn', text: cut(text) } });
const toLink = ({ label, href }: Link): string => `<${encodeURI(decodeURI(href))}|${escape(label)}>`;

function toItem({ title, facts, notice, link }: ContentItem): Block {
  const lines = facts.map(({ label, text }) => `${escape(label)}: ${escape(text)}`);
  return section([bold(title), ...lines, ...(notice === undefined ? [] : [bold(notice)]), toLink(link)].join('\n'));
}
