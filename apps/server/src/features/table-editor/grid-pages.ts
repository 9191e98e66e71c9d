import { GRID_EXACT_ROWS, GRID_STATISTICS_SECONDS } from '@basalt/contract/table-editor/grid.rules.ts'
import type {
  GridCell,
  GridPage,
  GridRowsQuery,
  GridRow as WireRow,
} from '@basalt/contract/table-editor/grid.schema.ts'
import { type Cell, readableColumns } from '@basalt/table-rows/cells/cells.ts'
import { countEstimate, exactCount, readCount, readEstimate } from '@basalt/table-rows/counts/count.ts'
import { jumpStatistics, readJumps, tieStatistics } from '@basalt/table-rows/jumps/jump.ts'
import { CursorError, readCursor, writeCursor } from '@basalt/table-rows/pages/cursor.ts'
import { type PageSource, pageStatement, readPage } from '@basalt/table-rows/pages/page.ts'
import { type PagePlan, planPages } from '@basalt/table-rows/pages/page-plan.ts'
import type { Page, PageRequest } from '@basalt/table-rows/pages/page-request.ts'
import type { GridRow } from '@basalt/table-rows/pages/row-columns.ts'
import { parseSorts, printSorts } from '@basalt/table-rows/pages/sort.ts'
import type { Statement } from '@basalt/table-rows/statement.ts'
import { AppError } from '../../http/app-error.ts'
import type { Filtered } from './grid-filter.ts'
import type { GridRelation, ReadRows } from './grid-relations.ts'

/**
 * One page. Throws `validation_failed` for a cursor that belongs to another order. With what is known of the relation,
 * any page takes one round trip, and a jump a second one when the statistics are not at hand.
 */
export async function gridPage(
  read: ReadRows,
  relation: GridRelation,
  query: GridRowsQuery,
  filters: Filtered,
): Promise<GridPage> {
  const { shape, identity } = relation
  const sorts = parseSorts(query.sort)
  const plan = planPages(shape, identity, sorts.sorts, filters.plan)
  const source = { shape, identity, plan, filter: filters.plan }
  const readRequest = async (request: PageRequest) => {
    const statement = pageStatement(source, request, query.limit)
    // Without values, its plan depends on nothing that the next page of the kind has otherwise.
    const isFrequent = statement.values.length === 0 && (request.at === 'first' || request.at === 'last')
    const [rows] = await read({ ...statement, isFrequent })
    return readPage(source, request, query.limit, rows!)
  }
  const { page, place } = await withCursor(() =>
    query.at === 'row'
      ? pageAtRow(read, relation, source, query, readRequest)
      : placed(
          requestOf(query, (cursor) => readCursor(shape, plan, identity, cursor)),
          readRequest,
        ),
  )
  const cursorOf = (position: typeof page.start) => (position ? writeCursor(shape, plan, position) : null)
  return {
    columns: readableColumns(shape).map(({ name }) => name),
    rows: page.rows.map(wireRow),
    has_before: page.hasBefore,
    has_after: page.hasAfter,
    start: cursorOf(page.start),
    end: cursorOf(page.end),
    place,
    is_served_by_index: plan.isServedByIndex,
    is_stable: plan.isStable,
    left_out: [
      ...filters.leftOut,
      ...sorts.problems,
      ...plan.problems.map(({ sort, message }) => ({ text: printSorts([sort])[0]!, message })),
      ...plan.gone.map((sort) => ({
        text: printSorts([sort])[0]!,
        message: `There is no column ${sort.column}.`,
      })),
    ],
  }
}

export const wireRow = ({ identity, cells }: GridRow): WireRow => ({
  row: [...identity],
  cells: cells.map(wireCell),
})

const wireCell = ({ text, isCut, bytes = 0 }: Cell): GridCell => (isCut ? { beginning: text, bytes } : text)

function requestOf(
  { at, cursor }: GridRowsQuery,
  read: (cursor: string) => ReturnType<typeof readCursor>,
): PageRequest {
  if (at === 'row') throw new TypeError('a page at a row has no cursor')
  if (at === 'first' || at === 'last') return { at }
  if (cursor === undefined) throw new AppError('validation_failed', 'cursor: Send where the page starts')
  return { at, position: read(cursor) }
}

interface PlacedPage {
  readonly page: Page
  readonly place: GridPage['place']
}

type ReadPage = (request: PageRequest) => Promise<Page>

async function placed(request: PageRequest, read: ReadPage): Promise<PlacedPage> {
  const page = await read(request)
  const isStart = page.hasBefore === false
  return { page, place: isStart ? { row: 0, is_estimate: false } : null }
}

/** The page that begins behind `row` rows, or about there; the last page when there are fewer. */
async function pageAtRow(
  read: ReadRows,
  relation: GridRelation,
  source: PageSource,
  { row, count, limit }: GridRowsQuery,
  readRequest: ReadPage,
): Promise<PlacedPage> {
  if (row === undefined) throw new AppError('validation_failed', 'row: Send at which row the page starts')
  const { shape, plan, filter } = source
  const isExact = row <= GRID_EXACT_ROWS || plan.mode === 'offset'
  const landing = isExact ? undefined : await landingAt(read, relation, source, row, count)
  const found = landing
    ? {
        page: await readRequest({ at: 'from', position: landing.position }),
        place: { row: Math.round(landing.share * landing.total), is_estimate: true },
      }
    : { page: await readRequest({ at: 'skip', rows: row }), place: { row, is_estimate: false } }
  if (found.page.rows.length > 0 || row === 0) return found
  if (plan.mode !== 'offset') return placed({ at: 'last' }, readRequest)
  const [counted] = await read(exactCount(shape, filter))
  const rows = Math.max(0, readCount(counted!) - limit)
  return { page: await readRequest({ at: 'skip', rows }), place: { row: rows, is_estimate: false } }
}

/** Where a page begins that has about `row` rows before it, by statistics; undefined when they tell nothing. */
async function landingAt(
  read: ReadRows,
  { jumps: known }: GridRelation,
  { shape, plan, filter }: PageSource,
  row: number,
  count: number | undefined,
) {
  const order = orderOf(plan)
  const now = performance.now()
  let jumps = known.get(order)
  if (jumps && now - jumps.at >= GRID_STATISTICS_SECONDS * 1000) jumps = undefined
  const [values, ties] = jumps ? [] : [jumpStatistics(shape, plan), tieStatistics(shape, plan)]
  const estimate = count === undefined ? countEstimate(shape, filter) : undefined
  const statements = [values, ties, estimate].filter((each) => each !== undefined)
  const results = statements.length === 0 ? [] : await read(...statements)
  const rowsOf = (statement: Statement | undefined) => results[statements.indexOf(statement!)]
  if (!jumps) {
    jumps = { ...readJumps(plan, rowsOf(values) ?? [], null, rowsOf(ties)), at: now }
    known.set(order, jumps)
  }
  const total = count ?? readEstimate(rowsOf(estimate)!).rows
  const landing = jumps.landingAt(row / Math.max(1, total))
  return landing && { ...landing, total }
}

/** What the statistics of a plan depend on, besides the relation. */
const orderOf = ({ mode, indexed, order }: PagePlan) =>
  JSON.stringify([
    mode,
    indexed,
    ...order.map(({ part, isDescending, isNullsFirst }) => [part.column?.name, isDescending, isNullsFirst]),
  ])

async function withCursor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CursorError)) throw error
    throw new AppError('validation_failed', error.message, { cause: error })
  }
}
