import { importsOf } from '../source/imports.ts'
import { isTest, type SourceFile } from '../source/source-file.ts'
import { dottedName, nodesOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

/** The environment is parsed once, by config.ts for main.ts, which reports bad values; everything else gets settings as arguments. */
export const environmentReadOnce: Guard = {
  rule: 'only main.ts and the scripts read the environment',
  check(files) {
    const code = files.filter(({ path }) => !path.endsWith('.css') && !mayRead(path))
    return {
      checked: code.length,
      broken: code.filter(readsEnvironment).map((file) => `${file.path} reads process.env`),
    }
  },
}

const mayRead = (path: string) =>
  path === 'apps/server/src/main.ts' ||
  // Operator commands are separate programs, with the settings of the server.
  path === 'apps/server/src/commands/run-command.ts' ||
  /^(scripts|packages\/testing)\//.test(path) ||
  path.endsWith('.config.ts') ||
  isTest(path)

const readsEnvironment = (file: SourceFile) =>
  nodesOf(syntaxOf(file)).some((node) => dottedName(node) === 'process.env') ||
  (importsOf(file).some(({ specifier }) => specifier === 'node:process') &&
    nodesOf(syntaxOf(file)).some(
      (node) => node.type === 'ImportSpecifier' && dottedName(node.imported as never) === 'env',
    ))
