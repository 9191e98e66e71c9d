import { EMBED_DEPTH_MAX, EMBEDS_MAX, SELECT_ITEMS_MAX } from '../data-api.rules.ts'
import { DataApiError } from '../data-api-error.ts'
import type { AggregateName, SelectItem } from '../syntax-tree.ts'
import { parsePath } from './field.ts'
import { Scanner } from './scanner.ts'

const AGGREGATE = /\.(count|sum|avg|min|max)\(\)/y
const CAST = /[A-Za-z_][A-Za-z0-9_ ]*(?:\[\])?/y

/** Parses a selection such as `*,id,title:name::text,author:people!author_id!inner(*)`. Throws PGRST100. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text)
  const counts = { items: 0, embeds: 0 }
  scanner.spaces()
  const items = scanner.isAtEnd ? [] : list(scanner, 0, counts)
  scanner.expectEnd()
  return items
}

interface Counts {
  items: number
  embeds: number
}

function list(scanner: Scanner, depth: number, counts: Counts): SelectItem[] {
  if (depth > EMBED_DEPTH_MAX)
    throw new DataApiError(
      'PGRST100',
      `Relations cannot be embedded more than ${EMBED_DEPTH_MAX} levels deep`,
    )
  const items: SelectItem[] = []
  do {
    scanner.spaces()
    // Clients may build lists with a trailing comma.
    if (scanner.isAtEnd || scanner.peek(')')) break
    items.push(item(scanner, depth, counts))
    if (++counts.items > SELECT_ITEMS_MAX)
      throw new DataApiError('PGRST100', `No more than ${SELECT_ITEMS_MAX} columns can be selected`)
    scanner.spaces()
  } while (scanner.take(','))
  return items
}

function item(scanner: Scanner, depth: number, counts: Counts): SelectItem {
  if (scanner.take('*')) return { kind: 'everything' }
  if (scanner.take('...'))
    return embed(scanner, { alias: undefined, name: scanner.name(), isSpread: true }, depth, counts)
  let name = scanner.name()
  let alias: string | undefined
  if (scanner.peek(':') && !scanner.peek('::')) {
    scanner.take(':')
    scanner.spaces()
    alias = name
    name = scanner.name()
  }
  if (scanner.peek('()') && name === 'count') {
    scanner.take('()')
    return {
      kind: 'field',
      field: undefined,
      alias,
      cast: undefined,
      aggregate: 'count',
      aggregateCast: castOf(scanner),
    }
  }
  if (scanner.peek('(') || scanner.peek('!'))
    return embed(scanner, { alias, name, isSpread: false }, depth, counts)
  const path = parsePath(scanner)
  const cast = castOf(scanner)
  const aggregate = scanner.match(AGGREGATE)?.[1] as AggregateName | undefined
  return {
    kind: 'field',
    field: { column: name, path },
    alias,
    cast,
    aggregate,
    aggregateCast: aggregate && castOf(scanner),
  }
}

const castOf = (scanner: Scanner) =>
  scanner.take('::') ? (scanner.match(CAST) ?? scanner.fail('a type'))[0].trim() : undefined

function embed(
  scanner: Scanner,
  known: { alias: string | undefined; name: string; isSpread: boolean },
  depth: number,
  counts: Counts,
): SelectItem {
  if (++counts.embeds > EMBEDS_MAX)
    throw new DataApiError('PGRST100', `No more than ${EMBEDS_MAX} relations can be embedded`)
  let hint: string | undefined
  let join: 'inner' | 'left' | undefined
  while (scanner.take('!')) {
    const mark = scanner.name()
    if (mark === 'inner' || mark === 'left') join = mark
    else hint = mark
  }
  scanner.expect('(')
  const items = list(scanner, depth + 1, counts)
  scanner.expect(')')
  return { kind: 'embed', ...known, hint, join, items }
}
