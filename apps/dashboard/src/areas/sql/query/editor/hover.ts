import { namePathAt, readIdentifier } from '@basalt/sql/name-path.ts'
import { statementAt } from '@basalt/sql/statement-at.ts'
import { statementSources } from '@basalt/sql/statement-sources.ts'
import type { EditorView, Tooltip } from '@codemirror/view'
import type { CatalogueIndex } from './catalogue-index.ts'
import { resolveSource } from './completion.ts'

const COLUMNS_MAX = 12
/** Characters examined on each side of the pointer. */
const CONTEXT_LENGTH = 20_000

/** Describes the name at an index, line by line: a column with its type, a relation with its columns, or functions. */
export function describeName(catalogue: CatalogueIndex, text: string, index: number): string[] | undefined {
  const path = namePathAt(text, index)
  if (!path) return undefined
  const name = readIdentifier(path.word)
  const [qualifier, schema] = [path.qualifiers.at(-1), path.qualifiers.at(-2)]
  const sources = statementSources(statementAt(text, index)?.text ?? '')
  const owner =
    qualifier === undefined
      ? undefined
      : (resolveSource(catalogue, sources, qualifier) ?? catalogue.relation(qualifier, schema))
  const named = sources.flatMap((source) => catalogue.relation(source.name, source.schema) ?? [])
  for (const relation of owner ? [owner] : named) {
    const column = relation.columns.find(([known]) => known === name)
    if (column) return [`${relation.schema}.${relation.name}.${column[0]} ${column[1]}`]
  }
  const relation = resolveSource(catalogue, sources, name) ?? catalogue.relation(name, qualifier)
  if (relation && !owner) {
    const { columns } = relation
    const more = columns.length - COLUMNS_MAX
    return [
      `${relation.schema}.${relation.name}`,
      ...columns.slice(0, COLUMNS_MAX).map(([column, type]) => `  ${column} ${type}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]
  }
  const functions = catalogue.functionsNamed(name, qualifier)
  return functions.length === 0
    ? undefined
    : functions.map((fn) => `${fn.schema}.${fn.name}(${fn.arguments}) ${fn.returns}`.trim())
}

/** The tooltip for the name at a position; null when there is none, or the schema is not loaded yet. */
export function nameTooltip(
  catalogue: CatalogueIndex | undefined,
  { state }: EditorView,
  pos: number,
): Tooltip | null {
  if (!catalogue) return null
  const from = Math.max(0, pos - CONTEXT_LENGTH)
  const text = state.sliceDoc(from, Math.min(state.doc.length, pos + CONTEXT_LENGTH))
  const lines = describeName(catalogue, text, pos - from)
  if (!lines) return null
  return {
    pos,
    above: true,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'cm-name-hover'
      dom.textContent = lines.join('\n')
      return { dom }
    },
  }
}
