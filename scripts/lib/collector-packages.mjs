import { chmod, copyFile, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchFromNpm, must } from './npm-file.mjs';
import { root } from './run.mjs';

const platforms = { amd64: 'linux-x64', arm64: 'linux-arm64' };
const deploy = join(root, 'deploy');

/** The program of Node for a Debian architecture with its licence; fetched once. */
export async function fetchNode(architecture) {
  const folder = await fetchFromNpm(`node-${platforms[architecture]}`, ['bin/node', 'LICENSE']);
  return { node: join(folder, 'bin', 'node'), licence: join(folder, 'LICENSE') };
}

/** A folder that is removed in the end. */
async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-package-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The package for Debian, Ubuntu and Raspberry Pi OS (CF-41): bundle, Node, wrapper, unit and scripts.
 * Resolves to its path.
 */
export function makeDeb({ bundle, node, licence, architecture, version, out }) {
  return inFolder(async (folder) => {
    await chmod(folder, 0o755);
    let bytes = 0;
    const put = async (from, to, mode) => {
      const path = join(folder, to);
      await mkdir(join(path, '..'), { recursive: true, mode: 0o755 });
      await copyFile(from, path);
      await chmod(path, mode);
      bytes += (await stat(path)).size;
    };
    await put(bundle, 'usr/lib/platen-collector/collector.mjs', 0o644);
    await put(node, 'usr/lib/platen-collector/node', 0o755);
    if (licence !== undefined) await put(licence, 'usr/share/doc/platen-collector/node-licence', 0o644);
    await put(join(deploy, 'package', 'platen-collector'), 'usr/bin/platen-collector', 0o755);
    await put(join(deploy, 'platen-collector.service'), 'usr/lib/systemd/system/platen-collector.service', 0o644);
    await put(join(deploy, 'collector.example.json'), 'usr/share/doc/platen-collector/collector.example.json', 0o644);
    for (const script of ['postinst', 'prerm', 'postrm'])
      await put(join(deploy, 'package', script), `DEBIAN/${script}`, 0o755);
    await writeFile(join(folder, 'DEBIAN', 'control'), toControl(architecture, version, Math.ceil(bytes / 1024)));
    const file = join(out, `platen-collector_${version}_${architecture}.deb`);
    await must('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', folder, file]);
    return file;
  });
}

const toControl = (architecture, version, installedKiB) => `Package: platen-collector
Version: ${version}
Architecture: ${architecture}
Maintainer: Platen <platen@localhost>
Section: net
Priority: optional
Installed-Size: ${installedKiB}
Depends: libc6 (>= 2.28), libstdc++6, passwd
Recommends: ca-certificates
Description: Platen collector
 Finds and reads the printers of a site over SNMP and IPP, and delivers their
 reports to a Platen server. Configured by: platen-collector enrol CODE
`;

/** What docker builds an image from (CF-42), for every architecture: the bundle and the container file. */
export function makeContainerContext({ bundle, version, out }) {
  return inFolder(async (folder) => {
    await cp(bundle, join(folder, 'collector.mjs'));
    await cp(join(deploy, 'collector.Containerfile'), join(folder, 'Dockerfile'));
    const file = join(out, `platen-collector-${version}-container.tar.gz`);
    await must('tar', [
      '--owner=0',
      '--group=0',
      '--mode=a+r',
      '-czf',
      file,
      '-C',
      folder,
      'Dockerfile',
      'collector.mjs',
    ]);
    return file;
  });
}
