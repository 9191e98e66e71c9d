import type { SourceFile } from './source-file.ts'
import { dottedName, fieldOf, listOf, type SyntaxNode, stringOf, syntaxOf } from './syntax.ts'

/** An endpoint as the contract writes it: `export const listProjects = endpoint({ name: 'listProjects', … })`. */
export interface DescribedEndpoint {
  readonly file: string
  readonly constant: string
  readonly name: string | undefined
  readonly method: string | undefined
  readonly path: string | undefined
}

export const describedEndpoints = (files: readonly SourceFile[]): DescribedEndpoint[] =>
  files
    .filter(({ path }) => /^packages\/contract\/src\/.+\.endpoints\.ts$/.test(path))
    .flatMap((file) =>
      listOf(syntaxOf(file), 'body')
        .flatMap((statement) => listOf(fieldOf(statement, 'declaration') ?? statement, 'declarations'))
        .flatMap((declarator) => describedBy(file, declarator)),
    )

function describedBy(file: SourceFile, declarator: SyntaxNode): DescribedEndpoint[] {
  const call = fieldOf(declarator, 'init')
  if (call?.type !== 'CallExpression' || dottedName(fieldOf(call, 'callee')) !== 'endpoint') return []
  const [spec] = listOf(call, 'arguments')
  const said = (key: string) =>
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
      name: said('name'),
      method: said('method'),
      path: said('path'),
    },
  ]
}
