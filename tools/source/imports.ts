import path from 'node:path'
import type { SourceFile } from './source-file.ts'
import { fieldOf, listOf, nodesOf, type SyntaxNode, stringOf, syntaxOf } from './syntax.ts'

export interface Import {
  /** As written: `./a.ts`, `@basalt/sql/quote.ts`, `node:fs`, `zod`. */
  readonly specifier: string
  /** Only types are imported, so the target is not loaded. */
  readonly isTypeOnly: boolean
  /** `import('x')`, which is loaded when the expression is evaluated. */
  readonly isLate: boolean
  /** The file of this repository that the specifier names; undefined for Node and npm packages. */
  readonly target: string | undefined
}

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

/** Everything a file imports or re-exports, including dynamic imports and `import('x').T` types. */
export const importsOf = (file: SourceFile): Import[] =>
  nodesOf(syntaxOf(file))
    .filter((node) => importing.has(node.type))
    .flatMap((node) => {
      const specifier = stringOf(fieldOf(node, 'source'))
      if (specifier === undefined) return []
      return [
        {
          specifier,
          isTypeOnly: isTypeOnly(node),
          isLate: node.type === 'ImportExpression',
          target: targetOf(file.path, specifier),
        },
      ]
    })

function isTypeOnly(node: SyntaxNode): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true
  const names = listOf(node, 'specifiers')
  return names.length > 0 && names.every((name) => name.importKind === 'type' || name.exportKind === 'type')
}

function targetOf(from: string, specifier: string): string | undefined {
  const [bare = ''] = specifier.split('?')
  if (bare.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), bare))
  const workspace = /^@basalt\/([^/]+)\/(.+)$/.exec(bare)
  return workspace ? `packages/${workspace[1]}/src/${workspace[2]}` : undefined
}

/** `zod` for `zod/v4`, `@base-ui/react` for `@base-ui/react/dialog`. */
export const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
