import type { CatalogueRelation } from '@basalt/contract/query/catalogue.schema.ts'
import { harmlessFunctions } from '@basalt/sql/analysis/harmless-functions.rules.ts'
import { namePathBefore } from '@basalt/sql/name-path.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { statementAt } from '@basalt/sql/statement-at.ts'
import { type StatementSource, statementSources } from '@basalt/sql/statement-sources.ts'
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { type CatalogueIndex, SEARCH_PATH } from './catalogue-index.ts'
import { keywords } from './postgres-dialect.ts'

/** At most this many names are offered; typing more narrows them down. */
const OFFERED_MAX = 200
/** A statement is looked at around the cursor only: what is longer is data. */
const LOOKED_AT = 20_000

const keywordList = keywords.trim().split(/\s+/)
const builtinList = [...harmlessFunctions]
const reserved = new Set(keywordList)

const kinds: Record<CatalogueRelation['kind'], string> = {
  r: 'table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
  p: 'partitioned table',
}
const NAMES_RELATION = /\b(?:from|join|update|into|table|only|truncate|references)\s+$/i

/** What can stand at the cursor: behind a dot what is in there, after FROM relations, otherwise columns first. */
export function completeSql(
  catalogue: CatalogueIndex | undefined,
): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit }) => {
    const from = Math.max(0, pos - LOOKED_AT)
    const text = state.sliceDoc(from, Math.min(state.doc.length, pos + LOOKED_AT))
    const path = namePathBefore(text, pos - from)
    if (!explicit && path.word === '' && path.qualifiers.length === 0) return null
    const before = text.slice(0, path.start)
    const sources = statementSources(statementAt(text, pos - from)?.text ?? '')
    const options = catalogue
      ? path.qualifiers.length > 0
        ? behindDot(catalogue, path.qualifiers, sources, path.word)
        : NAMES_RELATION.test(before)
          ? relationsAndSchemas(catalogue, path.word)
          : everything(catalogue, sources, path.word)
      : path.qualifiers.length > 0
        ? []
        : words(path.word)
    return options.length === 0 ? null : { from: from + path.start, options, filter: true }
  }
}

function behindDot(
  catalogue: CatalogueIndex,
  qualifiers: readonly string[],
  sources: readonly StatementSource[],
  word: string,
): Completion[] {
  const [last, schema] = [qualifiers.at(-1)!, qualifiers.at(-2)]
  const relation =
    schema === undefined ? relationCalled(catalogue, sources, last) : catalogue.relation(last, schema)
  if (relation) return columnsOf(relation, 0)
  return [
    ...matching(catalogue.relations, word, ({ schema: of }) => of === last).map((found) =>
      relationOption(found, false),
    ),
    ...matching(catalogue.functions, word, ({ schema: of }) => of === last).map(({ name, returns }) =>
      option(name, 'function', returns),
    ),
  ]
}

/** The relation behind an alias, or behind its own name. */
export function relationCalled(
  catalogue: CatalogueIndex,
  sources: readonly StatementSource[],
  called: string,
): CatalogueRelation | undefined {
  const source = sources.find(({ alias, name }) => (alias ?? name) === called)
  return source && catalogue.relation(source.name, source.schema)
}

const everything = (catalogue: CatalogueIndex, sources: readonly StatementSource[], word: string) => [
  ...sources.flatMap(({ name, schema, alias }) => {
    const relation = catalogue.relation(name, schema)
    return [
      ...(alias ? [{ ...option(alias, 'variable', name), boost: 3 }] : []),
      ...(relation ? columnsOf(relation, 4) : []),
    ]
  }),
  ...relationsAndSchemas(catalogue, word).map((found) => ({ ...found, boost: 0 })),
  ...matching(catalogue.functions, word).map(({ name, schema, returns }) =>
    option(name, 'function', returns, SEARCH_PATH.includes(schema) ? undefined : schema),
  ),
  ...words(word),
]

const relationsAndSchemas = (catalogue: CatalogueIndex, word: string): Completion[] => [
  ...matching(catalogue.relations, word).map((relation) => relationOption(relation, true)),
  ...matching(
    catalogue.schemas.map((name) => ({ name })),
    word,
  ).map(({ name }) => option(name, 'namespace', 'schema')),
]

const words = (word: string): Completion[] =>
  word === ''
    ? []
    : [
        ...keywordList.map((label) => ({ label, type: 'keyword', boost: -1 })),
        ...builtinList.map((label) => ({ label, type: 'function', boost: -2 })),
      ]

const columnsOf = ({ columns, name }: CatalogueRelation, boost: number): Completion[] =>
  columns.map(([column, type], index) => ({
    ...option(column, 'property', type),
    info: `${name}.${column} ${type}`,
    // In the order of the table until something is typed.
    sortText: String(index).padStart(5, '0'),
    boost,
  }))

const relationOption = ({ schema, name, kind }: CatalogueRelation, isFree: boolean): Completion => ({
  ...option(
    name,
    kind === 'r' || kind === 'p' ? 'class' : 'interface',
    kinds[kind],
    isFree && !SEARCH_PATH.includes(schema) ? schema : undefined,
  ),
  boost: schema === 'pg_catalog' || schema === 'information_schema' ? -1 : 2,
})

const option = (name: string, type: string, detail: string, schema?: string): Completion => ({
  label: schema === undefined ? name : `${schema}.${name}`,
  type,
  detail,
  apply: schema === undefined ? written(name) : `${written(schema)}.${written(name)}`,
})

/** As it must be written: in quotes unless PostgreSQL reads it so without. */
const written = (name: string) =>
  /^[a-z_][a-z0-9_$]*$/.test(name) && !reserved.has(name) ? name : quoteIdentifier(name)

/** Names that hold what was typed, those that begin with it first, and not more than anyone reads. */
function matching<T extends { name: string }>(
  items: readonly T[],
  word: string,
  fits: (item: T) => boolean = () => true,
): T[] {
  const typed = word.replace(/^"/, '').toLowerCase()
  const begins: T[] = []
  const holds: T[] = []
  for (const item of items) {
    if (!fits(item)) continue
    const at = item.name.toLowerCase().indexOf(typed)
    if (at === 0) begins.push(item)
    else if (at > 0 && holds.length < OFFERED_MAX) holds.push(item)
    if (begins.length >= OFFERED_MAX) break
  }
  return [...begins, ...holds].slice(0, OFFERED_MAX)
}
