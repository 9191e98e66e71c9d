import type { GridEntity, GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { TablePage } from './TablePage.tsx'
import { anEntity, aPage } from './table.fixture.ts'

// jsdom has no layout, and the grid renders only what fits its size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

const everyPermission = [
  {
    organization_slug: 'acme',
    actions: ['%'],
    resources: ['%'],
    project_refs: null,
    condition: null,
    restrictive: false,
  },
]

interface Answers {
  entity?: GridEntity
  rows?: (url: URL) => GridPage | Response
  /** Answers an exact count; at once unless given. */
  exactCount?: (signal: AbortSignal) => Promise<Response>
  save?: (edits: unknown[]) => unknown
}

/** Opens a table that the stubbed server answers about. Returns the calls, by the end of their path. */
async function open(answers: Answers = {}, filter?: string[]) {
  const { rows = () => aPage(), exactCount, save } = answers
  const calls: { path: string; query: URLSearchParams; body: { edits: unknown[] } }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://x')
    const path = url.pathname.split('/').at(-1)!
    calls.push({ path, query: url.searchParams, body: init.body ? JSON.parse(String(init.body)) : undefined })
    if (path === 'permissions') return Response.json(everyPermission)
    if (path === 'database-roles') return Response.json([{ name: 'anon', bypasses_rls: false }])
    if (path === 'rows') {
      const answer = rows(url)
      return answer instanceof Response ? answer : Response.json(answer)
    }
    if (path === 'count' && exactCount && url.searchParams.get('exact') === 'true')
      return exactCount(init.signal!)
    if (path === 'count')
      return Response.json({ count: 1234, is_estimate: url.searchParams.get('exact') !== 'true' })
    if (path === 'cell') return Response.json({ text: 'long text', bytes: null })
    if (path === 'edits') return Response.json({ results: save?.(JSON.parse(String(init.body)).edits) })
    return Response.json(answers.entity ?? anEntity())
  })
  const onViewChange = vi.fn()
  const project = aProject({ ref: 'shop' })
  await renderPage(
    <TablePage project={project} tableId={7} filter={filter} sort={undefined} onViewChange={onViewChange} />,
  )
  return { calls, onViewChange }
}

const failure = (status: number, code: string, message: string, more = {}) =>
  Response.json({ code, message, requestId: 'r1', ...more }, { status })

/** The cells of a row, without the one that selects and opens it. */
const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('gridcell')
    .filter((cell) => cell.querySelector('[data-open-row]') === null)

test('NULL, the empty text and cut values are distinguishable, and columns have their marks', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'public.people' })).toBeTruthy()
  expect((await cellsOf(/Ada/)).map((cell) => cell.textContent)).toEqual(['1', 'Ada', 'NULL'])
  expect((await cellsOf(/long/)).map((cell) => cell.textContent)).toEqual(['2', 'empty', 'long… 4.8 MB'])
  expect(screen.getByRole('columnheader', { name: /^Primary key id bigint/ })).toBeTruthy()
  expect(screen.getByText('2 rows', { exact: true })).toBeTruthy()
})

test('only cells that cannot be changed are told as read-only', async () => {
  const entity = anEntity()
  entity.columns[2] = { ...entity.columns[2]!, generated: 'upper(name)' }
  await open({ entity })
  expect((await cellsOf(/Ada/)).map((cell) => cell.ariaReadOnly)).toEqual([null, null, 'true'])
})

test('a column that took the place of another since the table was described is shown by its own name', async () => {
  let isAltered = false
  const altered = anEntity()
  altered.columns[2] = { ...altered.columns[2]!, name: 'remark' }
  await open({
    get entity() {
      return isAltered ? altered : anEntity()
    },
    rows: () => {
      isAltered = true
      return aPage({ columns: ['id', 'name', 'remark'] })
    },
  })
  expect(await screen.findByRole('columnheader', { name: /^remark/ })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: /^note/ })).toBeNull()
})

test('the number of rows is an estimate until it is counted', async () => {
  await open({
    rows: ({ searchParams }) =>
      searchParams.get('at') === 'first'
        ? aPage({ has_after: true })
        : aPage({
            rows: Array.from({ length: 100 }, (_, index) => ({
              row: [`${index + 3}`],
              cells: [`${index + 3}`, 'x', null],
            })),
            has_after: true,
            place: null,
          }),
  })
  expect(await screen.findByText('1,234 rows (estimated)')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Count exactly' }))
  expect(await screen.findByText('1,234 rows', { exact: true })).toBeTruthy()
})

test('a count that is cancelled is given up, and the estimate stays', async () => {
  let counting: AbortSignal | undefined
  await open({
    rows: () => aPage({ has_after: true }),
    exactCount: (signal) => {
      counting = signal
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Count exactly' }))
  expect(await screen.findByText('Counting rows')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('1,234 rows (estimated)')).toBeTruthy()
  expect(counting?.aborted).toBe(true)
  expect(screen.getByRole('button', { name: 'Count exactly' })).toBeTruthy()
})

test('a sort by a header goes to the URL', async () => {
  const { onViewChange } = await open()
  await userEvent.click(await screen.findByRole('columnheader', { name: /^name/ }))
  expect(onViewChange).toHaveBeenCalledWith({ sort: ['name:asc'] })
})

test('a filter on a column that is gone is named and can be removed', async () => {
  const { onViewChange } = await open(
    { rows: () => aPage({ left_out: [{ text: 'age:eq:1', message: 'There is no column age.' }] }) },
    ['age:eq:1'],
  )
  expect(await screen.findByText('age:eq:1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(onViewChange).toHaveBeenCalledWith({ filter: undefined, sort: undefined })
})

test('a value that does not fit is said in place, where the filter can be cleared', async () => {
  const { onViewChange } = await open(
    { rows: () => failure(400, 'validation_failed', 'Filter on id: old is not a bigint.') },
    ['id:eq:old'],
  )
  expect((await screen.findByRole('alert')).textContent).toContain('old is not a bigint')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(onViewChange).toHaveBeenCalledWith({ filter: undefined })
})

test('a page that takes too long says so', async () => {
  await open({ rows: () => failure(400, 'sql_failed', 'An index makes it fast.', { sqlstate: '57014' }) })
  expect(await screen.findByText('The rows were not read within 60 seconds')).toBeTruthy()
})

test('a cell is edited by keyboard, staged, undone, redone and saved', async () => {
  const { calls } = await open({
    save: () => [{ outcome: 'saved', row: ['1'], before: {}, after: {}, is_undoable: true }],
  })
  const [, name] = await cellsOf(/Ada/)
  await userEvent.click(name!)
  await userEvent.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: 'name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Grace{Enter}')
  expect(await screen.findByText('1 change')).toBeTruthy()
  expect(screen.getByRole('gridcell', { name: 'Grace' })).toBeTruthy()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByRole('gridcell', { name: 'Ada' })).toBeTruthy()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText('1 change')).toBeNull())
  expect(calls.find(({ path }) => path === 'edits')?.body.edits).toEqual([
    { kind: 'update', row: ['1'], old: { name: 'Ada' }, set: { name: 'Grace' } },
  ])
})

test('Escape drops what was typed, and a cell that was only opened is not changed', async () => {
  await open()
  const [, name] = await cellsOf(/Ada/)
  await userEvent.click(name!)
  await userEvent.keyboard('x')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'name' })).value).toBe('x')
  await userEvent.keyboard('yz{Escape}')
  expect(screen.queryByRole('textbox', { name: 'name' })).toBeNull()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Enter}')
  // Not by its text: the toast of an earlier test may still say "Saved 1 change".
  expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull()
})

test('a long value is loaded before it is edited, and guards its change', async () => {
  const { calls } = await open({ save: () => [{ outcome: 'gone' }] })
  const note = (await cellsOf(/long/))[2]!
  await userEvent.dblClick(note)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'note' })
  expect(field.value).toBe('long text')
  await userEvent.type(field, '!{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The row was deleted by someone else')
  expect(calls.find(({ path }) => path === 'edits')?.body.edits).toEqual([
    { kind: 'update', row: ['2'], old: { note: 'long text' }, set: { note: 'long text!' } },
  ])
})

test('a relation that cannot be changed says why, and its values can still be opened', async () => {
  const reason = 'A materialized view changes only when it is refreshed.'
  await open({ entity: anEntity({ type: 'm', insert: reason, update: reason, delete: reason }) })
  const [, name] = await cellsOf(/Ada/)
  expect(screen.getByRole('button', { name: 'Insert row' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.dblClick(name!)
  const sheet = await screen.findByRole('dialog', { name: 'name' })
  expect(within(sheet).getByText(reason)).toBeTruthy()
})

test('rows and the rows they refer to are read as the chosen role, and the selection is left behind', async () => {
  const cities = { target_id: 9, target_schema: 'public', target_table: 'cities', target_columns: ['name'] }
  const { calls } = await open({
    entity: anEntity({
      columns: anEntity().columns.map((column) =>
        column.name === 'name'
          ? { ...column, foreign_key: { name: 'lives_in', columns: ['name'], ...cities } }
          : column,
      ),
    }),
    save: () => [{ outcome: 'saved', row: ['1'], before: null, after: null, is_undoable: false }],
  })
  await userEvent.click(within(await screen.findByRole('row', { name: /Ada/ })).getByRole('checkbox'))
  expect(await screen.findByRole('button', { name: 'Delete 1 row' })).toBeTruthy()
  const before = calls.length
  expect(calls.every(({ query }) => query.get('role') === null)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Role: postgres' }))
  const picker = within(await screen.findByRole('dialog', { name: 'Read and write as role' }))
  await userEvent.click(picker.getByRole('combobox', { name: 'Role' }))
  await userEvent.click(await screen.findByRole('option', { name: 'anon' }))
  await userEvent.click(picker.getByRole('button', { name: 'Continue as anon' }))
  expect(await screen.findByRole('button', { name: 'Role: anon' })).toBeTruthy()
  await screen.findByRole('row', { name: /Ada/ })
  expect(screen.queryByRole('button', { name: 'Delete 1 row' })).toBe(null)
  const since = calls.slice(before)
  const rows = since.filter(({ path }) => path === 'rows')
  expect(rows.map(({ query }) => query.get('role'))).toEqual(['anon'])
  expect(since.some(({ path, query }) => path === '7' && query.get('role') === 'anon')).toBe(true)

  await userEvent.click(screen.getAllByRole('button', { name: 'Show the row of cities' })[0]!)
  expect(await screen.findByText('public.cities')).toBeTruthy()
  await waitFor(() => {
    const ofCities = calls.filter(
      ({ path, query }) => path === '9' || query.getAll('filter').includes('name:eq:Ada'),
    )
    expect(ofCities.map(({ path, query }) => [path, query.get('role')])).toEqual([
      ['9', 'anon'],
      ['rows', 'anon'],
    ])
  })
})
