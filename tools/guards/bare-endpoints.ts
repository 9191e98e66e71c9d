import { isTest, isTypeScript, type SourceFile } from '../source/source-file.ts'
import { fieldOf, listOf, nodesOf, stringOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

/** The fields of an endpoint in a built dashboard, as `apps/dashboard/vite/endpoints-without-schemas.ts` leaves them. */
const LEFT = ['name', 'method', 'path', 'media']

/** In development and in tests endpoints still have their schemas, so that only the built page would fail. */
export const bareEndpoints: Guard = {
  rule: 'the dashboard reads no schema of an endpoint: the build removes them',
  check(files) {
    const code = files.filter(
      ({ path }) => path.startsWith('apps/dashboard/src/') && isTypeScript(path) && !isTest(path),
    )
    return { checked: code.length, broken: code.flatMap(schemasRead) }
  },
}

function schemasRead(file: SourceFile): string[] {
  const endpoints = new Set(endpointsIn(file))
  return nodesOf(syntaxOf(file)).flatMap((node) => {
    if (node.type !== 'MemberExpression') return []
    const object = fieldOf(node, 'object')
    const property = String(fieldOf(node, 'property')?.name)
    const isRead = object?.type === 'Identifier' && endpoints.has(String(object.name))
    return isRead && !LEFT.includes(property) ? [`${file.path} reads ${object.name}.${property}`] : []
  })
}

const endpointsIn = (file: SourceFile) =>
  listOf(syntaxOf(file), 'body')
    .filter(
      (node) =>
        node.type === 'ImportDeclaration' &&
        stringOf(fieldOf(node, 'source'))?.endsWith('.endpoints.ts') === true,
    )
    .flatMap((node) => listOf(node, 'specifiers').map((one) => String(fieldOf(one, 'local')?.name)))
