import { type ByFunctionMeaning, count, type MakerTable } from '../table.ts';

/** ScmHrDevCountJobTypeTC, ScmHrDevCountMediaSizeTC, ScmHrDevCountColorTC. */
const jobs = { 1: 'print', 2: 'copy', 3: 'fax', 6: 'list' } as const;
const sizes = { 1: 'small', 2: 'large' } as const;
const colors = { 1: 'color', 2: 'singleColor', 3: 'black' } as const;
const rows: Record<string, ByFunctionMeaning> = {};
for (const [job, name] of Object.entries(jobs))
  for (const [size, sizeName] of Object.entries(sizes))
    for (const [color, colorName] of Object.entries(colors))
      rows[`${job} ${size} ${color}`] = count(name, colorName, undefined, sizeName);

/**
 * Each row counts one combination of job, size, colour and duplex; the duplex ones are added. Rows of single
 * paper sizes are left out, as models differ whether those are part of small and large. The serial is in
 * sysDescr, that of a cartridge in its description.
 */
export const samsung: MakerTable = {
  maker: 'Samsung',
  enterprises: [{ number: 236, printers: '11.5' }],
  series: /(clx|scx|clp)-\d{3,}\w*|proxpress|multixpress/,
  source: 'SAMSUNG-HOST-RESOURCES-EXT-MIB (scmHrDevCountTable)',
  root: '1.3.6.1.4.1.236.11.5',
  objects: [],
  rows: [
    {
      name: 'scmHrDevCountValue',
      entry: '1.3.6.1.4.1.236.11.5.11.53.11.2.1',
      keys: [2, 3, 6],
      value: 7,
      unit: { column: 4, units: { 7: 'impressions', 8: 'sheets' } },
      rows,
      sums: true,
    },
  ],
  texts: { supplyDescription: /S\/N:\s*([0-9A-Z-]{10,})/ },
};
