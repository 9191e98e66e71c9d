import { asList, asNode, fieldsIn, namesIn, type SqlNode, statementOf } from '../parser/sql-node.ts'
import { objectTitle } from './object-title.ts'
import { listed, relationName } from './title-names.ts'

/** A short title for a parsed statement, such as `orders by status`; undefined for one that does not deserve one. */
export function statementTitle(statement: SqlNode): string | undefined {
  const { type, fields } = statementOf(statement)
  switch (type) {
    case 'SelectStmt':
      return selectTitle(fields)
    case 'InsertStmt':
      return `Insert into ${relationName(fields.relation)}`
    case 'UpdateStmt':
      return `Update ${relationName(fields.relation)}`
    case 'DeleteStmt':
      return `Delete from ${relationName(fields.relation)}`
    case 'MergeStmt':
      return `Merge into ${relationName(fields.relation)}`
    case 'TruncateStmt':
      return `Truncate ${listed(tablesIn(fields))}`
    case 'CopyStmt':
      return `Copy ${fields.is_from === true ? 'into' : 'from'} ${relationName(fields.relation) || 'a query'}`
    case 'ExplainStmt':
      return prefixed('Explain', statementTitle(asNode(fields.query)))
    case 'CreateTableAsStmt':
      return `Create ${fields.objtype === 'OBJECT_MATVIEW' ? 'materialized view' : 'table'} ${relationName(asNode(fields.into).rel)}`
    default:
      return objectTitle(type, fields)
  }
}

function selectTitle(fields: SqlNode): string | undefined {
  const tables = tablesIn(fields)
  if (tables.length === 0) {
    const called = functionsIn(fields)
    return called.length === 0 ? undefined : `Select ${listed(called.map((name) => `${name}()`))}`
  }
  const names = listed(tables)
  const groups = asList(fields.groupClause).flatMap((item) => columnName(asNode(item)) ?? [])
  if (groups.length > 0) return `${names} by ${listed(groups)}`
  return countsOnly(fields) ? `Count of ${names}` : `Select from ${names}`
}

function countsOnly(fields: SqlNode): boolean {
  const [only, ...others] = asList(fields.targetList)
  const call = asNode(asNode(asNode(asNode(only).ResTarget).val).FuncCall)
  return others.length === 0 && call.agg_star === true && namesIn(call.funcname).at(-1) === 'count'
}

const columnName = (node: SqlNode): string | undefined => namesIn(asNode(node.ColumnRef).fields).at(-1)

/** The relations that a statement names, each once, without common table expressions. */
function tablesIn(fields: SqlNode): string[] {
  const own = new Set<string>()
  const found = new Set<string>()
  for (const [name, value] of fieldsIn(fields)) {
    if (name === 'CommonTableExpr') own.add(String(asNode(value).ctename))
    if (name === 'RangeVar') found.add(relationName(value))
  }
  return [...found].filter((name) => !own.has(name))
}

function functionsIn(fields: SqlNode): string[] {
  const found = new Set<string>()
  for (const [name, value] of fieldsIn(fields))
    if (name === 'FuncCall') found.add(namesIn(asNode(value).funcname).at(-1) ?? '')
  found.delete('')
  return [...found]
}

const prefixed = (word: string, title: string | undefined) =>
  title === undefined ? word : `${word}: ${title}`
