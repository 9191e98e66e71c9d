import { expect, type Page, type Request } from '@playwright/test'
import { test } from './fixtures.ts'
import { changesOf, openTable, rowsOf, tablesOf } from './table-editor.ts'

const LATENCY_MS = 300
const ROWS = /\/rows$/
const COLUMNS = /\/entities\/\d+$/

/** From here on, each answer takes as long as from a server far away. */
async function moveAway(page: Page) {
  const session = await page.context().newCDPSession(page)
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    ...unlimited,
  })
}

/** Holds requests back until the returned function is called. */
async function holdBack(page: Page, path: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route) => {
      await promise
      await route.fallback()
    },
  )
  return resolve
}

/** Counts how many requests had to follow each other, of those that scripts of the page make from here on. */
function roundTrips(page: Page) {
  const trips = new Map<Request, number>()
  let finished = 0
  const pathOf = (request: Request) => new URL(request.url()).pathname
  page.on('request', (request) => {
    // Documents ask for the profile themselves.
    if (request.resourceType() === 'fetch' && pathOf(request).startsWith('/platform/'))
      trips.set(request, finished + 1)
  })
  page.on('requestfinished', (request) => {
    finished = Math.max(finished, trips.get(request) ?? 0)
  })
  return {
    begin: () => {
      trips.clear()
      finished = 0
    },
    /** Until the first of those whose path matches. */
    to: (path: RegExp) =>
      Math.min(...[...trips].flatMap(([request, trip]) => (path.test(pathOf(request)) ? trip : []))),
  }
}

test('far from the server a table opens in one round trip, and what was saved is there at once', async ({
  page,
  project,
  sql,
}) => {
  await sql(`create table far (id int primary key, name text, length int generated always as (length(name)) stored);
    insert into far select n, 'name ' || n from generate_series(1, 5000) n;
    create table near (id int primary key); insert into near values (1); analyze`)
  await openTable(page, sql, project, 'near')
  await moveAway(page)
  const trips = roundTrips(page)
  const grid = rowsOf(page, 'far')
  const cell = (text: string) => grid.getByRole('gridcell', { name: text, exact: true })
  const showColumns = await holdBack(page, COLUMNS)
  await tablesOf(page).getByRole('link', { name: /far/ }).click()
  await expect(page.getByRole('status', { name: 'Loading the table' })).toBeVisible()
  showColumns()
  await expect(cell('name 1')).toBeVisible()
  expect(trips.to(ROWS)).toBe(1)
  // By its address, the rows do not wait for what their columns are.
  trips.begin()
  await page.reload()
  await expect(cell('name 1')).toBeVisible()
  expect(trips.to(ROWS)).toBe(trips.to(COLUMNS))

  // Far down, lines stand for rows until these are there.
  const covered = await grid.evaluate(async (element) => {
    element.scrollTop += 900 * 32
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const { top, bottom } = element.getBoundingClientRect()
    const rows = [...element.querySelectorAll('[role=row]')].map((row) => row.getBoundingClientRect())
    return rows.filter((row) => row.top >= top && row.bottom <= bottom).length / ((bottom - top) / 32)
  })
  expect(covered).toBeGreaterThan(0.9)
  await expect(cell('name 900')).toBeVisible()
  await cell('name 900').click()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(cell('name 3')).toBeVisible()

  // Typed without waiting for anything.
  await cell('name 3').click()
  await page.keyboard.type('written at once')
  await page.keyboard.press('Enter')
  await expect(cell('written at once')).toBeVisible()
  await cell('name 5').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete row' }).click()
  await page.getByRole('button', { name: 'Insert row', exact: true }).click()
  await page.keyboard.type('9000')
  await page.keyboard.press('Enter')
  const changes = changesOf(page)
  await expect(changes.getByText('3 changes')).toBeVisible()

  // In each frame from here on: what was saved, and never what was there before.
  const seen = await grid.evaluateHandle((element) => {
    const texts = new Set<string>()
    const look = () => {
      const rows = [...element.querySelectorAll('[role=row]')]
      for (const id of ['3', '5', '9000']) {
        const row = rows.find((each) => each.querySelector('[aria-colindex="2"]')?.textContent === id)
        const [, , name, length] = [...(row?.children ?? [])].map(({ textContent }) => textContent)
        texts.add(`${id}: ${row ? `${name}, ${length}` : 'absent'}`)
      }
      requestAnimationFrame(look)
    }
    look()
    return texts
  })
  const answer = await holdBack(page, /\/edits$/)
  const readAgain = await holdBack(page, ROWS)
  await changes.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(changes.getByText('Saving')).toBeVisible()
  answer()
  await expect(changes).toBeHidden()
  // Changed further at once, before the rows are read again.
  await cell('written at once').click()
  await page.keyboard.type('written twice')
  await page.keyboard.press('Enter')
  await expect(changes.getByText('1 change', { exact: true })).toBeVisible()
  const textsOf = (id: string) =>
    seen.evaluate((texts, start) => [...texts].filter((text) => text.startsWith(start)), `${id}:`)
  await expect
    .poll(() => textsOf('3'))
    .toEqual(['3: written at once, 6', '3: written at once, 15', '3: written twice, 15'])
  expect(await textsOf('5')).toEqual(['5: name 5, 6', '5: absent'])
  expect(await textsOf('9000')).toEqual(['9000: NULL, default', '9000: NULL, NULL'])
  // Then in the order of the table.
  readAgain()
  await expect(cell('9000')).toBeHidden()
  await changes.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(changes).toBeHidden()
  expect(await sql('select id, name from far where id in (3, 5, 9000) order by id')).toEqual([
    { id: 3, name: 'written twice' },
    { id: 9000, name: null },
  ])

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cell('written at once')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeVisible()
  expect(await sql('select name from far where id = 3')).toEqual([{ name: 'written at once' }])
})

test('a click is about what was pressed, whatever is loaded before the button is released', async ({
  page,
  project,
  sql,
}) => {
  await sql(`create table moving (id int primary key, title text); insert into moving values (1, 'first')`)
  const showControls = await holdBack(page, /\/table-definitions\/|\/config\/postgrest$/)
  const grid = await openTable(page, sql, project, 'moving')
  const importRows = page.getByRole('button', { name: 'Import rows' })
  const place = await importRows.boundingBox()
  await importRows.hover()
  await page.mouse.down()
  showControls()
  await expect(page.getByRole('button', { name: 'Enable RLS' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'API docs' })).toBeEnabled()
  expect(await importRows.boundingBox()).toEqual(place)
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Import into moving' })).toBeVisible()
  await page.keyboard.press('Escape')

  // After a save, new rows go where they belong, and the row below them moves up.
  await page.getByRole('button', { name: 'Insert row', exact: true }).click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  const changes = changesOf(page)
  await expect(changes.getByText('1 change', { exact: true })).toBeVisible()
  const readAgain = await holdBack(page, ROWS)
  await changes.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(changes).toBeHidden()
  const first = grid.getByRole('row', { name: /first/ })
  await expect(first).toHaveAttribute('aria-rowindex', '3')
  await first.getByRole('button', { name: 'Open row' }).hover()
  await page.mouse.down()
  readAgain()
  await expect(first).toHaveAttribute('aria-rowindex', '2')
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Row with id = 1' })).toBeVisible()
})
