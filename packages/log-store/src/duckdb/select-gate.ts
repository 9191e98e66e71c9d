/** A node of the syntax tree that DuckDB's `json_serialize_sql` returns. */
type Node = { readonly [key: string]: unknown }

/** Functions that return rows and reach nothing but their arguments. */
const TABLE_FUNCTIONS = new Set(['range', 'generate_series', 'unnest'])
/** Functions that reveal or change the state of the process. */
const REFUSED_FUNCTIONS = new Set([
  'current_setting',
  'getenv',
  'getvariable',
  'nextval',
  'currval',
  'setseed',
  'write_log',
  'parse_duckdb_log_message',
  'add_parquet_key',
  'sleep_ms',
])

/**
 * Why a query may not run, or undefined when it is one SELECT of these tables. What DuckDB itself cannot be stopped from
 * reading is refused by name: other tables, files by their path, functions that return rows, settings.
 * @param tree the result of `json_serialize_sql` for the query
 */
export function refusalOf(tree: string, tables: readonly string[]): string | undefined {
  const parsed = JSON.parse(tree) as {
    error: boolean
    error_type?: string
    error_message?: string
    statements?: { node: Node }[]
  }
  if (parsed.error)
    return parsed.error_type === 'parser'
      ? (parsed.error_message ?? 'The query has a syntax error.')
      : 'Only a SELECT can run here.'
  if (parsed.statements?.length !== 1) return 'Only one statement can run here.'
  return visit(parsed.statements[0]!.node, new Set(tables))
}

function visit(value: unknown, known: ReadonlySet<string>): string | undefined {
  if (Array.isArray(value)) return firstOf(value, (one) => visit(one, known))
  if (typeof value !== 'object' || value === null) return undefined
  const node = value as Node
  return refusalOfNode(node, known) ?? visitParts(node, known)
}

function refusalOfNode(node: Node, known: ReadonlySet<string>): string | undefined {
  switch (node.type) {
    case 'BASE_TABLE':
      return refusalOfTable(node, known)
    case 'TABLE_FUNCTION': {
      const { function_name: name, schema } = node.function as Node
      return TABLE_FUNCTIONS.has(String(name)) && schema === ''
        ? undefined
        : `The function ${String(name)} is not available here.`
    }
    case 'SHOW_REF':
      return 'Only a SELECT can run here. The field reference lists the columns.'
    case 'VALUE_PARAMETER':
      return 'A query here has no parameters.'
    case 'FUNCTION':
      return REFUSED_FUNCTIONS.has(String(node.function_name).toLowerCase())
        ? `The function ${String(node.function_name)} is not available here.`
        : undefined
    default:
      return undefined
  }
}

function refusalOfTable(node: Node, known: ReadonlySet<string>): string | undefined {
  const { catalog_name: catalog, schema_name: schema, table_name: name } = node
  if (catalog === '' && schema === '' && known.has(String(name).toLowerCase())) return undefined
  const full = [catalog, schema, name].filter(Boolean).join('.')
  return `There is no source ${full.slice(0, 100)}. The sources are ${[...known].sort().join(', ')}.`
}

/** The parts of a node, where the names of a WITH are known: to the query, and to the later ones of the same WITH. */
function visitParts(node: Node, known: ReadonlySet<string>): string | undefined {
  const { cte_map: map, ...rest } = node
  const inside = new Set(known)
  if (node.type === 'RECURSIVE_CTE_NODE') inside.add(String(node.cte_name).toLowerCase())
  const named = ((map as { map?: { key: string; value: Node }[] } | undefined)?.map ?? []) as {
    key: string
    value: Node
  }[]
  for (const { key, value } of named) {
    const refusal = visit(value, inside)
    if (refusal !== undefined) return refusal
    inside.add(key.toLowerCase())
  }
  return firstOf(Object.values(rest), (part) => visit(part, inside))
}

function firstOf<T>(items: readonly T[], refusal: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = refusal(item)
    if (found !== undefined) return found
  }
  return undefined
}
