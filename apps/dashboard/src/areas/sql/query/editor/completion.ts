import type { CatalogueRelation } from '@basalt/contract/query/catalogue.schema.ts'
import { harmlessFunctions } from '@basalt/sql/analysis/harmless-functions.rules.ts'
import { namePathBefore } from '@basalt/sql/name-path.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { statementAt } from '@basalt/sql/statement-at.ts'
import { type StatementSource, statementSources } from '@basalt/sql/statement-sources.ts'
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { type CatalogueIndex, SEARCH_PATH } from './catalogue-index.ts'
import { keywords } from './postgres-dialect.ts'

/** The most names that are suggested; typing more narrows them down. */
const SUGGESTIONS_MAX = 200
/** Characters examined on each side of the cursor; longer statements consist mostly of data. */
const CONTEXT_LENGTH = 20_000

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

/** Suggests names at the cursor: after a dot its members, after FROM relations, elsewhere columns first. */
export function completeSql(
  catalogue: CatalogueIndex | undefined,
): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit }) => {
    const from = Math.max(0, pos - CONTEXT_LENGTH)
    const text = state.sliceDoc(from, Math.min(state.doc.length, pos + CONTEXT_LENGTH))
    const path = namePathBefore(text, pos - from)
    if (!explicit && path.word === '' && path.qualifiers.length === 0) return null
    const before = text.slice(0, path.start)
    const sources = statementSources(statementAt(text, pos - from)?.text ?? '')
    const options = catalogue
      ? path.qualifiers.length > 0
        ? afterDot(catalogue, path.qualifiers, sources, path.word)
        : NAMES_RELATION.test(before)
          ? relationsAndSchemas(catalogue, path.word)
          : everything(catalogue, sources, path.word)
      : path.qualifiers.length > 0
        ? []
        : words(path.word)
    return options.length === 0 ? null : { from: from + path.start, options, filter: true }
  }
}

function afterDot(
  catalogue: CatalogueIndex,
  qualifiers: readonly string[],
  sources: readonly StatementSource[],
  word: string,
): Completion[] {
  const [last, schema] = [qualifiers.at(-1)!, qualifiers.at(-2)]
  const relation =
    schema === undefined ? resolveSource(catalogue, sources, last) : catalogue.relation(last, schema)
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

/** Resolves an alias, or the name of a table without one, in the sources of a statement. */
export function resolveSource(
  catalogue: CatalogueIndex,
  sources: readonly StatementSource[],
  reference: string,
): CatalogueRelation | undefined {
  const source = sources.find(({ alias, name }) => (alias ?? name) === reference)
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
    // Table order until something is typed.
    sortText: String(index).padStart(5, '0'),
    boost,
  }))

const relationOption = ({ schema, name, kind }: CatalogueRelation, isUnqualified: boolean): Completion => ({
  ...option(
    name,
    kind === 'r' || kind === 'p' ? 'class' : 'interface',
    kinds[kind],
    isUnqualified && !SEARCH_PATH.includes(schema) ? schema : undefined,
  ),
  boost: schema === 'pg_catalog' || schema === 'information_schema' ? -1 : 2,
})

const option = (name: string, type: string, detail: string, schema?: string): Completion => ({
  label: schema === undefined ? name : `${schema}.${name}`,
  type,
  detail,
  apply: schema === undefined ? quoted(name) : `${quoted(schema)}.${quoted(name)}`,
})

/** The name in quotes, unless PostgreSQL reads it the same without. */
const quoted = (name: string) =>
  /^[a-z_][a-z0-9_$]*$/.test(name) && !reserved.has(name) ? name : quoteIdentifier(name)

/** Names that contain the typed text, those that start with it first; at most SUGGESTIONS_MAX. */
function matching<T extends { name: string }>(
  items: readonly T[],
  word: string,
  predicate: (item: T) => boolean = () => true,
): T[] {
  const typed = word.replace(/^"/, '').toLowerCase()
  const starting: T[] = []
  const containing: T[] = []
  for (const item of items) {
    if (!predicate(item)) continue
    const at = item.name.toLowerCase().indexOf(typed)
    if (at === 0) starting.push(item)
    else if (at > 0 && containing.length < SUGGESTIONS_MAX) containing.push(item)
    if (starting.length >= SUGGESTIONS_MAX) break
  }
  return [...starting, ...containing].slice(0, SUGGESTIONS_MAX)
}
