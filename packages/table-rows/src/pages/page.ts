import { isRow, readableColumns } from '../cells/cells.ts'
import { type FilterPlan, filterCondition } from '../filters/filter-sql.ts'
import { partOf, type RowIdentity, relationOf } from '../shape/row-identity.ts'
import type { PageColumn, PageShape } from '../shape/table-shape.ts'
import { newParameters, type Parameters, type Statement, type TextRow } from '../statement.ts'
import { offsetPage, offsetRows } from './by-offset.ts'
import { placeRanges } from './by-place.ts'
import { CursorError, type CursorValue, type Position } from './cursor.ts'
import { reversed, type Segment, segmentsOf } from './keyset.ts'
import type { OrderKey, PagePlan } from './page-plan.ts'
import type { Page, PageRequest } from './page-request.ts'
import { type RowColumns, rowColumns } from './row-columns.ts'

/** What is read, and how. */
export interface PageSource {
  readonly shape: PageShape
  readonly identity: RowIdentity
  readonly plan: PagePlan
  /** Without problems; `planPages` takes it too. */
  readonly filter: FilterPlan
}

export const PAGE_ROWS_MAX = 1000

/** The statement of a page and the reader of its rows need the same. */
const columnsOfSources = new WeakMap<PageSource, RowColumns>()

function columnsOf(source: PageSource): RowColumns {
  const known = columnsOfSources.get(source)
  if (known) return known
  const columns = rowColumns(source.shape, source.identity, source.plan)
  columnsOfSources.set(source, columns)
  return columns
}

/** Rows read upwards, downwards, and the mark of a cursor whose row is gone. */
const SIDES = { forward: 'f', backward: 'b', gone: 'g' } as const

/** The statement of a page of `size` rows, for `readPage`. Throws a RangeError for a size below 1 or above PAGE_ROWS_MAX. */
export function pageStatement(source: PageSource, request: PageRequest, size: number): Statement {
  if (!Number.isSafeInteger(size) || size < 1 || size > PAGE_ROWS_MAX)
    throw new RangeError(`a page has 1 to ${PAGE_ROWS_MAX} rows, not ${size}`)
  if (request.at === 'skip' && (!Number.isSafeInteger(request.rows) || request.rows < 0))
    throw new RangeError(`a page cannot begin behind ${request.rows} rows`)
  const parameters = newParameters()
  const columns = columnsOf(source)
  if (source.plan.mode === 'offset') {
    const filtered = filterCondition(source.shape, source.filter, parameters)
    const rows = offsetRows(
      selectFrom(source, columns),
      filtered,
      readableColumns(source.shape),
      source.plan,
      request,
      size,
      parameters,
    )
    return {
      text: `select '${SIDES.forward}'${columns.texts} from (${rows}) t`,
      values: parameters.values,
    }
  }
  const parts = partsOf(request, size).map((part) => partStatement(source, columns, parameters, part))
  const gone = goneRow(source, columns, parameters, request)
  const all = gone === undefined ? parts : [...parts, gone]
  return {
    text: all.length === 1 ? all[0]! : all.map((part) => `(${part})`).join('\nunion all\n'),
    values: parameters.values,
  }
}

/** Rows in one direction from a position, or from an end of the order. */
interface Part {
  readonly isBackward: boolean
  readonly start: Position | undefined
  readonly isIncluded: boolean
  /** One more than the page shows, to see whether more follow. */
  readonly limit: number
  /** How many rows are left out before them. */
  readonly skipped?: number
}

function partsOf(request: PageRequest, size: number): Part[] {
  const limit = size + 1
  switch (request.at) {
    case 'first':
      return [{ isBackward: false, start: undefined, isIncluded: true, limit }]
    case 'last':
      return [{ isBackward: true, start: undefined, isIncluded: true, limit }]
    case 'skip':
      return [{ isBackward: false, start: undefined, isIncluded: true, limit, skipped: request.rows }]
    case 'after':
    case 'from':
      return [{ isBackward: false, start: request.position, isIncluded: request.at === 'from', limit }]
    case 'before':
      return [{ isBackward: true, start: request.position, isIncluded: false, limit }]
    case 'around': {
      const before = sizeBefore(size)
      return [
        { isBackward: true, start: request.position, isIncluded: false, limit: before + 1 },
        { isBackward: false, start: request.position, isIncluded: true, limit: size - before + 1 },
      ]
    }
  }
}

const sizeBefore = (size: number) => Math.floor(size / 2)

/** `select` of one part. Values are printed only once the rows are chosen, because printing a long one reads all of it. */
function partStatement(source: PageSource, columns: RowColumns, parameters: Parameters, part: Part): string {
  const side = part.isBackward ? SIDES.backward : SIDES.forward
  return `select '${side}'${columns.texts} from (${rawRows(source, columns, parameters, part)}) t`
}

const selectFrom = ({ shape }: PageSource, { raw }: RowColumns) => `select ${raw} from ${relationOf(shape)} t`

function rawRows(source: PageSource, columns: RowColumns, parameters: Parameters, part: Part): string {
  const { shape, plan, filter } = source
  const filtered = filterCondition(shape, filter, parameters)
  const from = selectFrom(source, columns)
  const { skipped = 0 } = part
  const read = part.limit + skipped
  const offset = skipped === 0 ? '' : ` offset ${skipped}`
  if (plan.mode === 'ctid') {
    if (part.start && part.start.by !== 'place') throw new TypeError('a position by place is needed')
    const ranges = { ...part, start: part.start, limit: read }
    const rows = placeRanges(ranges, shape, columns, filtered, parameters)
    return skipped === 0 ? rows : `select * from (${rows}) t limit ${part.limit}${offset}`
  }
  const order = part.isBackward ? reversed(plan.order) : plan.order
  const segments = segmentsOf(order, plan.indexed, startOf(source, parameters, part))
  const limit = `limit ${part.limit}${offset}`
  const ownLimit = segments.length === 1 ? limit : `limit ${read}`
  const rows = segments.map(({ condition, orderBy }: Segment) => {
    const conditions = [condition, filtered].filter((each) => each !== undefined)
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
    return `${from}${where} order by ${orderBy} ${ownLimit}`
  })
  if (rows.length === 0) return `${from} where false`
  if (rows.length === 1) return rows[0]!
  // Branches run in their order, each only when those before it have not filled the page.
  return `select * from (\n${rows.map((each) => `(${each})`).join('\nunion all\n')}\n) t ${limit}`
}

function startOf(source: PageSource, parameters: Parameters, { start, isIncluded }: Part) {
  if (!start) return undefined
  if (start.by !== 'values') throw new TypeError('a position by values is needed')
  const values = start.values.map((value, place) =>
    valueExpression(source, source.plan.order[place]!, value, parameters),
  )
  return { values, isIncluded }
}

/** An expression that is the same for all rows, so that an index can be searched for it. */
function valueExpression(
  source: PageSource,
  { part }: OrderKey,
  value: CursorValue,
  parameters: Parameters,
): string | null {
  if (value === null) return null
  if (typeof value === 'string') return parameters.add(value, part.type)
  if ('row' in value)
    return `(select ${partOf(part, 'cursor_row')} from ${cursorRow(source, value.row, parameters)})`
  return interpolated(part.column, value, parameters)
}

const cursorRow = ({ shape, identity }: PageSource, row: readonly string[], parameters: Parameters) =>
  `${relationOf(shape)} cursor_row where ${isRow(identity.parts, 'cursor_row', (part, place) => parameters.add(row[place]!, part.type))}`

const WHOLE_NUMBERS = ['int2', 'int4', 'int8', 'numeric']
const TIMES = ['timestamp', 'timestamptz']

function interpolated(
  column: PageColumn | null,
  { low, high, fraction }: { low: string; high: string; fraction: number },
  parameters: Parameters,
): string {
  const type = column!.baseType
  const between = (as: string, share: string) => {
    const [from, to] = [parameters.add(low, as), parameters.add(high, as)]
    return `${from} + (${to} - ${from}) * ${parameters.add(String(fraction), share)}`
  }
  if (WHOLE_NUMBERS.includes(column!.builtIn!))
    return `(${between('pg_catalog.numeric', 'pg_catalog.numeric')})::${type}`
  if (TIMES.includes(column!.builtIn!)) return `(${between(type, 'pg_catalog.float8')})::${type}`
  if (column!.builtIn === 'date') return `(${between('pg_catalog.timestamp', 'pg_catalog.float8')})::${type}`
  return `(${between('pg_catalog.float8', 'pg_catalog.float8')})::${type}`
}

/** A row that says that a cursor's long value cannot be found again. */
function goneRow(source: PageSource, columns: RowColumns, parameters: Parameters, request: PageRequest) {
  if (!('position' in request) || request.position.by !== 'values') return undefined
  const asked = request.position.values.find(
    (value) => typeof value === 'object' && value !== null && 'row' in value,
  )
  if (!asked || typeof asked !== 'object' || !('row' in asked)) return undefined
  const nothing = ', null'.repeat(columns.count)
  return `select '${SIDES.gone}'${nothing} where not exists (select from ${cursorRow(source, asked.row, parameters)})`
}

/** Throws a CursorError when the row is gone that a cursor points to. */
export function readPage(
  source: PageSource,
  request: PageRequest,
  size: number,
  result: readonly TextRow[],
): Page {
  if (result.some(([side]) => side === SIDES.gone))
    throw new CursorError('The row this page starts at is gone. Go to the first page.')
  const columns = columnsOf(source)
  const read = (side: string) => result.filter((row) => row[0] === side).map((row) => columns.read(row, 1))
  if (source.plan.mode === 'offset') return offsetPage(request, size, read(SIDES.forward))
  const forward = read(SIDES.forward)
  const backward = read(SIDES.backward)
  const isAround = request.at === 'around'
  const shownBefore = isAround ? sizeBefore(size) : size
  const shownAfter = isAround ? size - shownBefore : size
  const rows = [...backward.slice(0, shownBefore).reverse(), ...forward.slice(0, shownAfter)]
  const moreBefore = backward.length > shownBefore
  const moreAfter = forward.length > shownAfter
  return {
    rows,
    hasBefore: hasBefore(request, moreBefore),
    hasAfter: hasAfter(request, moreAfter),
    start: rows[0]?.position,
    end: rows.at(-1)?.position,
  }
}

const hasBefore = (request: PageRequest, more: boolean) => {
  const { at } = request
  if (at === 'skip') return request.rows > 0
  if (at === 'last' || at === 'before' || at === 'around') return more
  return at === 'first' ? false : at === 'after' ? true : null
}

const hasAfter = ({ at }: PageRequest, more: boolean) => {
  if (at === 'first' || at === 'after' || at === 'from' || at === 'around' || at === 'skip') return more
  return at !== 'last'
}

/** Where a row stands in the order, for `readRowPosition`. For `ctid` and `offset`, `placeOfRow` needs no statement. */
export function rowPosition(source: PageSource, row: readonly string[]): Statement {
  const { shape, identity } = source
  const parameters = newParameters()
  const columns = columnsOf(source)
  const condition = isRow(identity.parts, 't', (part, place) => parameters.add(row[place]!, part.type))
  return {
    text: `select ''${columns.texts} from (select ${columns.raw} from ${relationOf(shape)} t where ${condition} limit 1) t`,
    values: parameters.values,
  }
}

/** Undefined when the row is gone. */
export const readRowPosition = (source: PageSource, rows: readonly TextRow[]): Position | undefined =>
  rows[0] && columnsOf(source).read(rows[0], 1).position
