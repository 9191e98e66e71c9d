import type { SourceFile } from '../source/source-file.ts'
import { fieldOf, listOf, nodesOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

/** Named exports have one name everywhere; only files whose default export a tool reads may have one. */
export const noDefaultExports: Guard = {
  rule: 'only files that a tool reads have a default export',
  check(files) {
    const code = files.filter(({ path }) => !path.endsWith('.css') && !isReadByTool(path))
    return {
      checked: code.length,
      broken: code.filter(hasDefaultExport).map((file) => `${file.path} has a default export`),
    }
  },
}

const isReadByTool = (path: string) => /(\.config\.ts|\/global-setup\.ts|-reporter\.ts)$/.test(path)

const hasDefaultExport = (file: SourceFile) =>
  nodesOf(syntaxOf(file)).some(
    (node) =>
      node.type === 'ExportDefaultDeclaration' ||
      (node.type === 'ExportNamedDeclaration' &&
        listOf(node, 'specifiers').some((name) => fieldOf(name, 'exported')?.name === 'default')),
  )
