import { namePathAt, readIdentifier } from '@basalt/sql/name-path.ts'
import { statementAt } from '@basalt/sql/statement-at.ts'
import { statementSources } from '@basalt/sql/statement-sources.ts'
import type { EditorView, Tooltip } from '@codemirror/view'
import type { CatalogueIndex } from './catalogue-index.ts'
import { relationCalled } from './completion.ts'

const COLUMNS_SHOWN = 12
const LOOKED_AT = 20_000

/** What a name in a text means, in lines: a column with its type, a relation with its columns, a function. */
export function describeName(catalogue: CatalogueIndex, text: string, index: number): string[] | undefined {
  const path = namePathAt(text, index)
  if (!path) return undefined
  const name = readIdentifier(path.word)
  const [qualifier, schema] = [path.qualifiers.at(-1), path.qualifiers.at(-2)]
  const sources = statementSources(statementAt(text, index)?.text ?? '')
  const owner =
    qualifier === undefined
      ? undefined
      : (relationCalled(catalogue, sources, qualifier) ?? catalogue.relation(qualifier, schema))
  const named = sources.flatMap((source) => catalogue.relation(source.name, source.schema) ?? [])
  for (const relation of owner ? [owner] : named) {
    const column = relation.columns.find(([known]) => known === name)
    if (column) return [`${relation.schema}.${relation.name}.${column[0]} ${column[1]}`]
  }
  const relation = relationCalled(catalogue, sources, name) ?? catalogue.relation(name, qualifier)
  if (relation && !owner) {
    const { columns } = relation
    const more = columns.length - COLUMNS_SHOWN
    return [
      `${relation.schema}.${relation.name}`,
      ...columns.slice(0, COLUMNS_SHOWN).map(([column, type]) => `  ${column} ${type}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]
  }
  const functions = catalogue.functionsNamed(name, qualifier)
  return functions.length === 0
    ? undefined
    : functions.map((called) =>
        `${called.schema}.${called.name}(${called.arguments}) ${called.returns}`.trim(),
      )
}

/** What is shown at the pointer about the name there; null where there is none, or the schema is not known yet. */
export function nameTooltip(
  catalogue: CatalogueIndex | undefined,
  { state }: EditorView,
  pos: number,
): Tooltip | null {
  if (!catalogue) return null
  const from = Math.max(0, pos - LOOKED_AT)
  const text = state.sliceDoc(from, Math.min(state.doc.length, pos + LOOKED_AT))
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
