import type { SourceFile } from './source-file.ts'
import { dottedName, fieldOf, listOf, type SyntaxNode, stringOf, syntaxOf } from './syntax.ts'

/** An endpoint in the contract's source: `export const listProjects = endpoint({ name: 'listProjects', … })`. */
export interface ContractEndpoint {
  readonly file: string
  readonly constant: string
  readonly name: string | undefined
  readonly method: string | undefined
  readonly path: string | undefined
}

export const contractEndpoints = (files: readonly SourceFile[]): ContractEndpoint[] =>
  files
    .filter(({ path }) => /^packages\/contract\/src\/.+\.endpoints\.ts$/.test(path))
    .flatMap((file) =>
      listOf(syntaxOf(file), 'body')
        .flatMap((statement) => listOf(fieldOf(statement, 'declaration') ?? statement, 'declarations'))
        .flatMap((declarator) => endpointIn(file, declarator)),
    )

function endpointIn(file: SourceFile, declarator: SyntaxNode): ContractEndpoint[] {
  const call = fieldOf(declarator, 'init')
  if (call?.type !== 'CallExpression' || dottedName(fieldOf(call, 'callee')) !== 'endpoint') return []
  const [spec] = listOf(call, 'arguments')
  const literal = (key: string) =>
    stringOf(
      fieldOf(
        listOf(spec ?? call, 'properties').find((property) => dottedName(fieldOf(property, 'key')) === key) ??
          call,
        'value',
      ),
    )
  return [
    {
      file: file.path,
      constant: String(fieldOf(declarator, 'id')?.name),
      name: literal('name'),
      method: literal('method'),
      path: literal('path'),
    },
  ]
}
