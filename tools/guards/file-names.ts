import path from 'node:path'
import { isTest, isTypeScript, type SourceFile } from '../source/source-file.ts'
import { fieldOf, listOf, nodesOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

/** The roles of files, written before the extension: `projects.store.ts`. */
const roles = [
  'schema',
  'endpoints',
  'rules',
  'routes',
  'slice',
  'port',
  'tables',
  'needs',
  'store',
  'service',
  'queries',
  'state',
  'menu',
  'fixture',
  'config',
  'd',
]

/** Names that say nothing about the contents. */
const meaningless = ['utils', 'util', 'helpers', 'misc', 'common', 'shared', 'stuff', 'types', 'constants']

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const pascal = /^([A-Z][a-z0-9]*)+$/

/** Files are found by the name of what they contain: `kebab-case.role.ts`, or `PascalCase.tsx` for one component. */
export const fileNames: Guard = {
  rule: 'every file is named after what it contains',
  check(files) {
    // The router assigns the meaning of route files' names.
    const code = files.filter(
      ({ path }) => isTypeScript(path) && !path.startsWith('apps/dashboard/src/routes/'),
    )
    return {
      checked: code.length,
      broken: code.flatMap((file) => {
        const reason = wrongName(file)
        return reason ? [`${file.path}: ${reason}`] : []
      }),
    }
  },
}

function wrongName(file: SourceFile): string | undefined {
  const [thing = '', ...rest] = path.posix.basename(file.path).split('.')
  const given = rest.slice(0, -1)
  if (meaningless.includes(thing)) return 'the name does not say what is inside'
  // A test may add which aspect it tests: `split-statements.fuzz.test.ts`.
  const unknown = isTest(file.path) ? undefined : given.find((role) => !roles.includes(role))
  if (unknown !== undefined) return `"${unknown}" is not one of the roles ${roles.join(', ')}`
  if (pascal.test(thing)) return wrongComponent(file, thing, given)
  return kebab.test(thing) ? undefined : 'names are kebab-case, or PascalCase for a component'
}

function wrongComponent(file: SourceFile, name: string, given: string[]) {
  if (!file.path.endsWith('.tsx')) return 'PascalCase is for a component, in a .tsx file'
  if (given.length > 0) return undefined
  return exportedNames(file).includes(name) ? undefined : `it does not export ${name}`
}

const exportedNames = (file: SourceFile) =>
  nodesOf(syntaxOf(file))
    .filter((node) => node.type === 'ExportNamedDeclaration')
    .flatMap((node) => {
      const declaration = fieldOf(node, 'declaration')
      const declared = declaration ? [declaration, ...listOf(declaration, 'declarations')] : []
      return [
        ...declared.map((part) => fieldOf(part, 'id')?.name),
        ...listOf(node, 'specifiers').map((part) => fieldOf(part, 'exported')?.name),
      ]
    })
