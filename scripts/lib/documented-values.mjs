const reference = /(-?\d[\d,]*(?:\.\d+)?)\s*<!-- value: (\S+) (\w+) -->/g;

/**
 * Numbers of a document that differ from the code. A document names the origin of a number in a comment
 * directly after it, `4.5<!-- value: packages/diagnosis/src/components/polygonal-motor.ts nextVisit -->`: the
 * file, and the constant or property that the file sets once to that number. `read` returns the text of a
 * file by its path from the root.
 */
export function checkValues(document, text, read) {
  // In code spans the form is shown, not used.
  return [...text.replace(/`[^`\n]*`/g, '').matchAll(reference)].flatMap(([, shown, file, name]) => {
    const pattern = new RegExp(`\\b${name}\\b(?:: number)?\\s*[:=]\\s*(-?[\\d_]+(?:\\.\\d+)?)`, 'g');
    const found = [...read(file).matchAll(pattern)].map(([, value]) => Number(value.replaceAll('_', '')));
    if (found.length !== 1) return [`${document}: ${file} sets ${name} ${found.length} times to a number, not once`];
    return Number(shown.replaceAll(',', '')) === found[0]
      ? []
      : [`${document}: ${shown} is ${name} of ${file}, which is ${found[0]}`];
  });
}
