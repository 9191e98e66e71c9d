import { CONDITIONS_MAX } from '../data-api.rules.ts'
import { DataApiError } from '../data-api-error.ts'
import { type Level, levelKey, type ParsedQuery, type SelectItem } from '../syntax-tree.ts'
import { parseColumns } from './columns.ts'
import { parsePath } from './field.ts'
import { parseGroup, parseOperation, tryOperation } from './filter.ts'
import { parseOrder } from './order.ts'
import { embeddedLimits, type RowSpan, spanOf, topLimits, wholeNumber } from './range.ts'
import { Scanner } from './scanner.ts'
import { parseSelect } from './select.ts'

interface Options {
  /** Whether parameters that are no filters are arguments, as for a function called with GET. */
  hasArguments: boolean
  /** The rows requested by the Range header, if it applies. */
  range?: RowSpan | undefined
  /** Whether an invalid limit of the top level is refused. Ignoring it in a write would affect too many rows. */
  refusesInvalidLimits?: boolean
}

/** Parses the parameters of a request. Throws DataApiError. */
export function parseQuery(
  params: readonly (readonly [string, string])[],
  { hasArguments, range, refusesInvalidLimits = false }: Options,
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
  const requested = new Map<Level, RowParameters>()
  let conditions = 0

  for (const [key, value] of params) {
    if (key === 'select') select = parseSelect(value)
    else if (key === 'columns') columns = parseColumns(value, 'columns parameter')
    else if (key === 'on_conflict') onConflict = parseColumns(value, 'on_conflict parameter')
    // An argument may have any value, also one that looks like a filter.
    else if (hasArguments && !isReserved(key) && !tryOperation(value)) args.push([key, value])
    else {
      if (++conditions > CONDITIONS_MAX)
        throw new DataApiError('PGRST100', `No more than ${CONDITIONS_MAX} filters can be given`)
      apply(parseKey(key), value, levelAt, requested)
    }
  }
  if (range) requested.set(levelAt([]), { ...requested.get(levelAt([])) })
  for (const [level, parameters] of requested) {
    const isTop = level.path.length === 0
    if (isTop && refusesInvalidLimits) checkLimits(parameters)
    const span = spanOf(parameters.limit, parameters.offset)
    Object.assign(level, isTop ? topLimits(span, range) : embeddedLimits(span))
  }
  return { select, levels, columns, onConflict, args }
}

const isReserved = (key: string) => /(?:^|\.)(?:order|limit|offset|and|or)$/.test(key)

interface Key {
  path: string[]
  last: string
  json: ReturnType<typeof parsePath>
}

/** Parses `author.books.title` into the path of relations and the last name with its JSON path. */
function parseKey(key: string): Key {
  const scanner = new Scanner('filter', key)
  const names = [scanner.name()]
  while (scanner.take('.')) names.push(scanner.name())
  const json = parsePath(scanner)
  scanner.expectEnd()
  return { path: names.slice(0, -1), last: names.at(-1)!, json }
}

/** Unparsed. */
interface RowParameters {
  limit?: string
  offset?: string
}

function apply(
  { path, last, json }: Key,
  value: string,
  levelAt: (path: string[]) => Level,
  requested: Map<Level, RowParameters>,
) {
  if (json.length === 0) {
    if (last === 'order') {
      if (value.trim() !== '') levelAt(path).order = parseOrder(value)
      return
    }
    if (last === 'limit' || last === 'offset') {
      const level = levelAt(path)
      requested.set(level, { ...requested.get(level), [last]: value })
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

/** Throws PGRST100. */
function checkLimits(parameters: RowParameters) {
  for (const what of ['limit', 'offset'] as const) {
    const value = parameters[what]
    if (value !== undefined && wholeNumber(what, value) === undefined)
      throw new DataApiError('PGRST100', `The ${what} is not a number of rows: "${value.slice(0, 40)}"`)
  }
}
