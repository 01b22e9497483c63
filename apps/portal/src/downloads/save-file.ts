/** Saves a file as a download. Its address is revoked once the browser has certainly read it. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Signs that a file system or a shell may refuse in a name. */
const refused = /[\s\\/:*?"<>|.,;&%#$`'~^{}[\]]+/g;

/** A name of a file with the day, as the user's clock has it: `Firmware-versions-2026-01-31.csv`. */
export function toFileName(name: string, at: Date, ending: string): string {
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  const plain = name.replaceAll(refused, '-').replaceAll(/^-+|-+$/g, '');
  return `${plain === '' ? 'table' : plain.slice(0, 80)}-${day.join('-')}.${ending}`;
}

/** What a drawing takes from style sheets; written into the copy, since a picture brings none. */
const properties = [
  'color',
  'display',
  'fill',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-variant-numeric',
  'font-weight',
  'opacity',
  'paint-order',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
];

/** A copy of the drawing that looks the same outside the page, on the colour of the sheet. */
function toStandalone(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  for (const [index, target] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const computed = getComputedStyle(original);
    const style = properties.map((property) => `${property}:${computed.getPropertyValue(property)}`).join(';');
    target.setAttribute('style', style);
    target.removeAttribute('class');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * The drawing as PNG at twice its size. It is read through a `data:` address, which the content security
 * policy of the portal allows for pictures. Rejects when the browser cannot draw it.
 */
export async function toPicture(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect();
  const scale = 2;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toStandalone(drawing, width, height))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas to draw on');
  const probe = getComputedStyle(drawing).getPropertyValue('background-color');
  context.fillStyle = probe;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is empty')) : resolve(blob)), 'image/png');
  });
}
