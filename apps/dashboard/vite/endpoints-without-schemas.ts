import { type Plugin, parseAst } from 'vite'

/** What the browser needs of an endpoint to call it. */
const KEPT = ['name', 'method', 'path', 'media', 'version']

type Ast = ReturnType<typeof parseAst>
type Declarator = Extract<Ast['body'][number], { type: 'VariableDeclaration' }>['declarations'][number]

/**
 * A module of endpoints as the browser gets it: names, methods and paths, without a schema. The server checks what it
 * is asked and writes its answers by the schemas; a browser that did it again would load all of them, and zod, before
 * it shows anything. While developing and in tests every answer is still checked.
 */
export function withoutSchemas(code: string): string {
  const endpoints = parseAst(code, { lang: 'ts' }).body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
      ? statement.declaration.declarations.flatMap((declarator) => describe(declarator) ?? [])
      : [],
  )
  return endpoints
    .map(({ constant, spec }) => `export const ${constant} = ${JSON.stringify(spec)}\n`)
    .join('')
}

function describe({ id, init }: Declarator) {
  if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return undefined
  if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return undefined
  const [spec] = init.arguments
  if (spec?.type !== 'ObjectExpression') throw new Error(`${id.name} must be written as an object`)
  const kept = spec.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { key, value } = property
    if (!KEPT.includes(key.name)) return []
    if (value.type !== 'Literal') throw new Error(`${key.name} of ${id.name} must be written out`)
    return [[key.name, value.value]]
  })
  return { constant: id.name, spec: Object.fromEntries(kept) }
}

export const endpointsWithoutSchemas: Plugin = {
  name: 'endpoints-without-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\/.+\.endpoints\.ts$/ },
    handler: (code) => ({ code: withoutSchemas(code), map: null }),
  },
}
