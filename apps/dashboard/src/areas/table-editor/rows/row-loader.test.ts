import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import { expect, test } from 'vitest'
import { RowLoader, rowsInView } from './row-loader.ts'
import { limitsFor, type RowRequest } from './row-window.rules.ts'
import { aPage } from './table.fixture.ts'

const ROWS = 100_000

/** A loader of a long table, whose requests are answered by hand. */
function open(defer?: (show: () => void) => void) {
  const requests: {
    request: RowRequest
    isFirst: boolean
    isCanceled: boolean
    answer(page?: GridPage): Promise<void>
    fail(): Promise<void>
  }[] = []
  const loader = new RowLoader(
    limitsFor(3, 100),
    (request, isFirst) => {
      const { promise, resolve, reject } = Promise.withResolvers<GridPage>()
      const settled = () =>
        promise
          .then(
            () => undefined,
            () => undefined,
          )
          .then(() => undefined)
      const entry = {
        request,
        isFirst,
        isCanceled: false,
        answer(page = pageOf(request)) {
          resolve(page)
          return settled()
        },
        fail() {
          reject(new Error('The server does not answer.'))
          return settled()
        },
      }
      requests.push(entry)
      return {
        page: promise,
        cancel: () => {
          entry.isCanceled = true
        },
      }
    },
    undefined,
    defer,
  )
  const detach = loader.attach()
  loader.look({ top: 0, bottom: 20 })
  return { loader, requests, detach }
}

/** Rows are numbers, and cursors too. */
function pageOf({ at, row = 0, cursor, limit }: RowRequest): GridPage {
  const known = Number(cursor)
  const starts = {
    first: 0,
    last: ROWS - limit,
    after: known + 1,
    before: Math.max(0, known - limit),
    from: known,
    row,
  }
  const start = starts[at]
  const end = at === 'before' ? known : Math.min(ROWS, start + limit)
  return aPage({
    rows: Array.from({ length: end - start }, (_, index) => ({
      row: [String(start + index)],
      cells: [String(start + index), '', ''],
    })),
    has_before: start > 0,
    has_after: end < ROWS,
    start: String(start),
    end: String(end - 1),
    place: { row: start, is_estimate: false },
  })
}

test('while the scrollbar is dragged one jump runs at a time, and the latest place is the one that is reached', async () => {
  const { loader, requests } = open()
  await requests[0]!.answer()
  for (const row of [20_000, 30_000, 40_000, 50_000]) loader.seek(row)
  const jumps = () => requests.filter(({ request }) => request.at === 'row')
  expect(jumps().map(({ request }) => request.row)).toEqual([20_000])
  await jumps()[0]!.answer()
  expect(jumps().map(({ request }) => request.row)).toEqual([20_000, 50_000])
  await jumps()[1]!.answer()
  expect(rowsInView(loader.state).row).toBe(50_000)
  expect(jumps()).toHaveLength(2)
})

test('a jump gives up what was being loaded around the rows before it', async () => {
  const { loader, requests } = open()
  await requests[0]!.answer()
  loader.look({ top: 70, bottom: 90 })
  const neighbour = requests.find(({ request }) => request.at === 'after')!
  loader.goToEnd('last')
  expect(neighbour.isCanceled).toBe(true)
  await neighbour.answer()
  await requests.at(-1)!.answer()
  expect(rowsInView(loader.state)).toMatchObject({ row: ROWS - 20, isAtEnd: true })
})

test('what failed is loaded again only when asked, and rows stay meanwhile', async () => {
  const { loader, requests } = open()
  await requests[0]!.answer()
  loader.look({ top: 70, bottom: 90 })
  await requests.at(-1)!.fail()
  const { length } = requests
  loader.look({ top: 75, bottom: 95 })
  expect(requests).toHaveLength(length)
  expect(loader.content.failed.after?.message).toBe('The server does not answer.')
  expect(loader.content.loaded).toBe(100)
  loader.retry()
  await requests.at(-1)!.answer()
  expect([loader.content.failed, loader.content.loaded]).toEqual([{}, 200])
  loader.goToRow(60_000)
  await requests.at(-1)!.fail()
  loader.retry()
  expect(requests.at(-1)!.request).toMatchObject({ at: 'row', row: 60_000 })
})

test('rows are loaded again in place, and whoever waits for them is told when that fails', async () => {
  const { loader, requests } = open()
  const first = loader.reload()
  await requests[0]!.answer()
  await expect(first).resolves.toBeUndefined()
  loader.goToRow(500)
  loader.look({ top: 500, bottom: 520 })
  for (let count = 0; count < 10; count += 1) await requests.at(-1)!.answer()
  const { row } = rowsInView(loader.state)
  const again = loader.reload()
  await requests.at(-1)!.answer()
  await again
  expect(rowsInView(loader.state).row).toBe(row)
  const failing = loader.reload()
  await Promise.all([expect(failing).rejects.toThrow('does not answer'), requests.at(-1)!.fail()])
  expect(rowsInView(loader.state).row).toBe(row)
})

test('nothing is loaded for a table that was left', async () => {
  const { loader, requests, detach } = open()
  detach()
  expect(requests[0]!.isCanceled).toBe(true)
  await requests[0]!.answer()
  expect(loader.content.loaded).toBe(0)
  loader.look({ top: 0, bottom: 40 })
  expect(requests).toHaveLength(1)
})

test('rows that arrive beside those on the screen are shown together with what scrolling does, unless it left them', async () => {
  const frame: (() => void)[] = []
  const { loader, requests } = open((show) => frame.push(show))
  let shown = 0
  loader.subscribe(() => {
    shown += 1
  })
  await requests[0]!.answer()
  expect([loader.content.loaded > 0, frame.length]).toEqual([true, 0])
  const loaded = loader.content.loaded
  loader.look({ top: loaded - 20, bottom: loaded })
  const next = requests.find(({ request }) => request.kind === 'after')!
  const before = shown
  await next.answer()
  expect([loader.content.loaded, shown - before, frame.length]).toEqual([loaded, 0, 1])
  // Nothing else is requested in the meantime.
  const requested = requests.length
  loader.look({ top: loaded - 10, bottom: loaded + 10 })
  expect(requests.length).toBe(requested)
  frame.shift()!()
  expect(loader.content.loaded).toBeGreaterThan(loaded)

  // Rows that are no longer wanted by then are not shown.
  const end = loader.content.before + loader.content.loaded
  loader.look({ top: end - 20, bottom: end })
  const following = requests.find(({ request }) => request.kind === 'after' && request !== next.request)!
  await following.answer()
  loader.goToRow(90_000)
  const { chunks } = loader.content
  for (const show of frame) show()
  expect([frame.length, loader.content.chunks]).toEqual([1, chunks])
})
