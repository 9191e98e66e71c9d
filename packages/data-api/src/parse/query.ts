import { CONDITIONS_MAX, ROW_NUMBER_MAX } from '../data-api.rules.ts'
import { DataApiError } from '../data-api-error.ts'
import { type Level, levelKey, type ParsedQuery, type SelectItem } from '../syntax-tree.ts'
import { parseColumns } from './columns.ts'
import { parsePath } from './field.ts'
import { parseGroup, parseOperation, tryOperation } from './filter.ts'
import { parseOrder } from './order.ts'
import { Scanner } from './scanner.ts'
import { parseSelect } from './select.ts'

interface Options {
  /** Whether what is no filter is an argument: a function called with GET. */
  hasArguments: boolean
}

/** Parses the parameters of a request. Throws PGRST100. */
export function parseQuery(
  params: readonly (readonly [string, string])[],
  { hasArguments }: Options,
): ParsedQuery {
  const levels = new Map<string, Level>()
  const levelAt = (path: readonly string[]) => {
    const known = levels.get(levelKey(path))
    const level = known ?? { path, conditions: [], order: [], limit: undefined, offset: undefined }
    if (!known) levels.set(levelKey(path), level)
    return level
  }
  let select: readonly SelectItem[] = [{ kind: 'everything' }]
  let columns: readonly string[] | undefined
  let onConflict: readonly string[] | undefined
  const args: [string, string][] = []
  let conditions = 0

  for (const [key, value] of params) {
    if (key === 'select') select = parseSelect(value)
    else if (key === 'columns') columns = parseColumns(value, 'columns parameter')
    else if (key === 'on_conflict') onConflict = parseColumns(value, 'on_conflict parameter')
    // What only looks like a filter of a function may be anything.
    else if (hasArguments && !isReserved(key) && !tryOperation(value)) args.push([key, value])
    else {
      if (++conditions > CONDITIONS_MAX)
        throw new DataApiError('PGRST100', `No more than ${CONDITIONS_MAX} filters can be given`)
      apply(parseKey(key), value, levelAt)
    }
  }
  return { select, levels, columns, onConflict, args }
}

const isReserved = (key: string) => /(?:^|\.)(?:order|limit|offset|and|or)$/.test(key)

interface Key {
  path: string[]
  last: string
  json: ReturnType<typeof parsePath>
}

/** `author.books.title`: the relations on the way, and the last name with its place in JSON. */
function parseKey(key: string): Key {
  const scanner = new Scanner('filter', key)
  const names = [scanner.name()]
  while (scanner.take('.')) names.push(scanner.name())
  const json = parsePath(scanner)
  scanner.expectEnd()
  return { path: names.slice(0, -1), last: names.at(-1)!, json }
}

function apply({ path, last, json }: Key, value: string, levelAt: (path: string[]) => Level) {
  if (json.length === 0) {
    if (last === 'order') {
      if (value.trim() !== '') levelAt(path).order = parseOrder(value)
      return
    }
    if (last === 'limit' || last === 'offset') {
      levelAt(path)[last] = rowNumber(last, value)
      return
    }
    if (last === 'and' || last === 'or') {
      const isNegated = path.at(-1) === 'not'
      levelAt(isNegated ? path.slice(0, -1) : path).conditions.push(parseGroup(value, last, isNegated))
      return
    }
  }
  levelAt(path).conditions.push({
    kind: 'test',
    field: { column: last, path: json },
    ...parseOperation(value),
  })
}

function rowNumber(what: string, value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number <= ROW_NUMBER_MAX) return number
  if (/^-\d+$/.test(value))
    throw new DataApiError('PGRST103', 'Requested range not satisfiable', {
      details: `${what === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`,
    })
  throw new DataApiError('PGRST100', `The ${what} is not a number of rows: "${value.slice(0, 40)}"`)
}
