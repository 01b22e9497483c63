import { escapeHtml } from '../../base/page.ts';
import type { Content, ContentItem, Link } from './content.ts';

/** The message as plain text of a mail: lines as they are, each paragraph and item apart (DE-22). */
export function toMailText(content: Content): string {
  const { paragraphs, items, lists, more, action, footer } = content;
  const blocks = [
    ...paragraphs,
    ...items.map(toItemText),
    ...lists.map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].join('\n')),
    ...(more === undefined ? [] : [more]),
    ...(action === undefined ? [] : [toLinkText(action)]),
    ...(hasFooter(content) ? [['-- ', ...footer.lines, ...footer.links.map(toLinkText)].join('\n')] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const hasFooter = ({ footer }: Content): boolean => footer.lines.length + footer.links.length > 0;

const toLinkText = ({ label, href }: Link): string => `${label}: ${href}`;

function toItemText({ title, facts, notice, link }: ContentItem): string {
  const lines = facts.map(({ label, text }) => `  ${label}: ${text}`);
  return [title, ...lines, ...(notice === undefined ? [] : [`  ${notice}`]), `  ${toLinkText(link)}`].join('\n');
}

/**
 * The same as simple HTML: no picture, no script, no style sheet, nothing loaded from anywhere (DE-22). Every
 * text is escaped.
 */
export function toMailHtml(content: Content): string {
  const { lang, subject, paragraphs, items, lists, more, action, footer } = content;
  const blocks = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...items.map(toItemHtml),
    ...lists.map(
      ({ title, lines }) =>
        `<h2 style="${head}">${escapeHtml(title)}</h2>\n<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    ),
    ...(more === undefined ? [] : [`<p>${escapeHtml(more)}</p>`]),
    ...(action === undefined ? [] : [`<p>${toLinkHtml(action)}</p>`]),
    ...(hasFooter(content)
      ? [
          `<hr>\n<p style="color:#4c595b;font-size:12px">${[...footer.lines.map(escapeHtml), ...footer.links.map(toLinkHtml)].join('<br>')}</p>`,
        ]
      : []),
  ];
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:sans-serif;font-size:14px;line-height:1.5;color:#141c1e;background:#ffffff">
${blocks.join('\n')}
</body>
</html>
`;
}

const head = 'font-size:15px;margin:16px 0 4px';

const toLinkHtml = ({ label, href }: Link): string => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;

function toItemHtml({ title, facts, notice, link }: ContentItem): string {
  const rows = facts.map(
    ({ label, text }) =>
      `<tr><th scope="row" style="text-align:left;vertical-align:top;padding:0 12px 2px 0;font-weight:normal;color:#4c595b">${escapeHtml(label)}</th><td style="padding:0 0 2px">${escapeHtml(text)}</td></tr>`,
  );
  return `<h2 style="${head}">${escapeHtml(title)}</h2>
<table style="border-collapse:collapse;font-size:14px">${rows.join('')}</table>
${notice === undefined ? '' : `<p><strong>${escapeHtml(notice)}</strong></p>\n`}<p>${toLinkHtml(link)}</p>`;
}
