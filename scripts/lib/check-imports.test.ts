import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { judgePath, judgeStyle, readImports } from './check-imports.mjs';

const server = (from: string, to: string) => judgePath('apps/server', `apps/server/${from}`, `apps/server/${to}`);

test('a file imports its own folder and layers below, nothing in its own layer or above', () => {
  expect(server('src/features/codes/routes.ts', 'src/features/codes/store.ts')).toBeUndefined();
  expect(server('src/features/codes/routes.ts', 'src/store/database.ts')).toBeUndefined();
  expect(server('src/store/database.ts', 'src/identity/user.ts')).toMatch(/store imports identity, .* above/);
  expect(server('src/kit/serve.ts', 'src/worklist/organisation.ts')).toMatch(/same layer/);
});

test('features do not import one another, jobs nothing of HTTP', () => {
  expect(server('src/features/codes/routes.ts', 'src/features/counter/store.ts')).toBe(
    'feature codes imports feature counter',
  );
  expect(server('src/jobs/start-jobs.ts', 'src/kit/serve.ts')).toContain('jobs know nothing of HTTP');
});

test('tests may set up a module with layers above it, but do not leave their room', () => {
  expect(server('src/store/connect.test.ts', 'src/web/app.ts')).toBeUndefined();
  expect(server('src/store/database.ts', 'test/database.ts')).toBeUndefined();
  expect(judgePath('apps/server', 'apps/server/src/a.test.ts', 'apps/portal/src/a.ts')).toContain('reaches out of');
});

test('an import of a style sheet that was renamed is found', () => {
  const [file, here] = [path.resolve('apps/portal/src/ui/link.tsx'), './button.module.css'];
  expect([here, './renamed.module.css'].map((sheet) => judgeStyle(file, sheet))).toEqual([
    undefined,
    'no ./renamed.module.css',
  ]);
});

test('imports are found in every form that TypeScript has', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-imports-'));
  try {
    const file = path.join(folder, 'all-forms.ts');
    writeFileSync(
      file,
      [
        "import './bare.ts';",
        "import type { A } from './type.ts';",
        "import b, {\n  c,\n} from './several-lines.ts';",
        "export { d } from './exported.ts';",
        "export * from './all.ts';",
        "export const load = () => import('./later.ts');",
        "export const text = `import e from './in-a-text.ts'`; // import './in-a-comment.ts'",
      ].join('\n'),
    );
    expect(readImports(file)).toEqual(
      ['bare', 'type', 'several-lines', 'exported', 'all', 'later'].map((name) => `./${name}.ts`),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
