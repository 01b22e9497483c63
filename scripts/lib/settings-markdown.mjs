const place = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

/** README text with the settings' table at its place. */
export function toReadme(readme, settings) {
  const rows = Object.values(settings).map(
    ({ env, description, default: value, secret }) =>
      `| \`${env}\` | ${value === undefined || value === '' ? '' : `\`${value}\``} | ${escape(description)}${secret ? ` Secret: \`${env}_FILE\` names a file that holds it.` : ''} |`,
  );
  return readme.replace(place, `$1\n| variable | default | |\n| --- | --- | --- |\n${rows.join('\n')}\n\n$2`);
}

const escape = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
