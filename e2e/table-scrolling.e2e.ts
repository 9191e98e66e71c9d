import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { type Sql, test } from './fixtures.ts'
import { changesOf, openTable, tablesOf } from './table-editor.ts'

const ROWS = 120_000
const LONG = `
  create table long (id int primary key, name text);
  insert into long select n, 'name ' || n from generate_series(1, ${ROWS}) n;
  analyze long`

async function openLong(page: Page, sql: Sql, project: Project) {
  await sql(LONG)
  const grid = await openTable(page, sql, project, 'long')
  const cell = (text: string) => grid.getByRole('gridcell', { name: text, exact: true })
  await expect(cell('name 1')).toBeVisible()
  const bar = page.getByRole('scrollbar', { name: 'Position in the table' })
  /** The numbers of the rows on the screen, from top to bottom, as far as they are loaded. */
  const numbers = () =>
    grid.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return [...element.querySelectorAll('[role=row]')]
        .map((row) => ({ box: row.getBoundingClientRect(), text: row.textContent ?? '' }))
        .filter(({ box }) => box.top >= top + 32 && box.bottom <= bottom)
        .sort((one, other) => one.box.top - other.box.top)
        .flatMap(({ text }) => /name (\d+)$/.exec(text)?.[1] ?? [])
        .map(Number)
    })
  /** Waits until the screen is full of rows that follow each other, and returns the first. */
  const settled = async () => {
    await expect(async () => {
      const found = await numbers()
      expect(found.length).toBeGreaterThan(5)
      expect(found).toEqual(found.map((_, index) => found[0]! + index))
    }).toPass()
    return (await numbers())[0]!
  }
  return { grid, cell, bar, settled }
}

test('a long table is scrolled, dragged and paged through, and nothing is lost on the way', async ({
  page,
  project,
  sql,
}) => {
  const { grid, cell, bar, settled } = await openLong(page, sql, project)
  await expect(page.getByText('120,000 rows (estimated)')).toBeVisible()
  const pageBox = page.getByRole('textbox', { name: 'Page' })
  await expect(page.getByText('of about 1,200')).toBeVisible()
  await expectAccessible(page)

  // A staged change and a selected row near the start.
  await cell('name 3').dblclick()
  const field = page.getByRole('form', { name: 'Edit name' }).getByRole('textbox')
  await field.fill('staged')
  await page.keyboard.press('Enter')
  await grid
    .getByRole('row', { name: /name 5$/ })
    .getByRole('checkbox')
    .click()

  // By wheel, rows come by themselves.
  await cell('name 8').hover()
  for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, 600)
  expect(await settled()).toBeGreaterThan(300)

  // Dragged to the middle, and to the end.
  const track = (await bar.locator('..').boundingBox())!
  const thumb = (await bar.boundingBox())!
  await page.mouse.move(thumb.x + 4, thumb.y + thumb.height / 2)
  await page.mouse.down()
  await page.mouse.move(thumb.x + 4, track.y + track.height / 2, { steps: 8 })
  await expect(page.getByText(/^About row (5|6)\d,\d{3} of about 120,000$/)).toBeVisible()
  await page.mouse.up()
  await expect(async () => {
    const first = await settled()
    expect(Math.abs(first - ROWS / 2)).toBeLessThan(ROWS / 10)
  }).toPass()
  await expect(bar).toHaveAttribute('aria-valuetext', /^About row/)
  await page.mouse.down()
  await page.mouse.move(thumb.x + 4, track.y + track.height + 20, { steps: 8 })
  await page.mouse.up()
  await expect(cell(`name ${ROWS}`)).toBeInViewport()

  // Back up by wheel, over the edge of what is loaded.
  await cell(`name ${ROWS - 3}`).hover()
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -600)
  expect(await settled()).toBeLessThan(ROWS - 200)

  // By the box, a page begins at exactly its row; too large a number is the last page.
  await pageBox.fill('301')
  await pageBox.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Clear the selection?' })
  await expect(question).toContainText('1 row is selected')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete 1 row' })).toBeVisible()
  await pageBox.fill('301')
  await pageBox.press('Enter')
  await question.getByRole('button', { name: 'Clear and go to page' }).click()
  await expect(cell('name 30001')).toBeInViewport()
  expect(await settled()).toBe(30_001)
  await expect(pageBox).toHaveValue('301')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(cell('name 30101')).toBeInViewport()
  expect(await settled()).toBe(30_101)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(cell('name 29901')).toBeInViewport()
  await pageBox.fill('99999')
  await pageBox.press('Enter')
  await expect(cell(`name ${ROWS}`)).toBeInViewport()

  // By keyboard.
  await cell(`name ${ROWS - 2}`).click()
  await page.keyboard.press('Control+Home')
  await expect(grid.getByRole('gridcell', { name: '1', exact: true })).toBeFocused()
  await expect(cell('staged')).toBeInViewport()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  expect(await settled()).toBeGreaterThan(30)
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Control+ArrowDown')
  await expect(cell(`name ${ROWS}`)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(cell(`name ${ROWS - 1}`)).toBeFocused()
  await page.keyboard.press('Control+ArrowUp')
  await expect(cell('name 1')).toBeFocused()

  // The staged change is still there, and is saved.
  await changesOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved 1 change')).toBeVisible()
  expect(await sql('select name from long where id = 3')).toEqual([{ name: 'staged' }])
  await page.getByRole('button', { name: 'Count exactly' }).click()
  await expect(page.getByText('120,000 rows', { exact: true })).toBeVisible()
})

test('columns are resized, moved, frozen and hidden, and stay so while the table changes', async ({
  page,
  project,
  sql,
}) => {
  await sql(`
    create table wide (id int primary key, first text, second text, third text, fourth text);
    insert into wide select n, 'a' || n, 'b' || n, repeat('c', 60), 'd' || n from generate_series(1, 50) n`)
  const grid = await openTable(page, sql, project, 'wide')
  const header = (name: string) => grid.getByRole('columnheader', { name: new RegExp(`^${name} text`) })
  /** Without the checkboxes and buttons of rows. */
  const names = async () =>
    (await grid.getByRole('columnheader').allTextContents()).map((text) => text.trim().split(' ')[0]).slice(1)
  const widthOf = async (name: string) => Math.round((await header(name).boundingBox())!.width)
  await expect(header('first')).toBeVisible()

  // By pointer: the edge of a header, a double click on it, and the header itself.
  const box = (await header('first').boundingBox())!
  await page.mouse.move(box.x + box.width - 3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 260, box.y + 10, { steps: 5 })
  await page.mouse.up()
  const widened = await widthOf('first')
  expect(widened).toBeGreaterThan(240)
  const third = (await header('third').boundingBox())!
  await page.mouse.dblclick(third.x + third.width - 3, third.y + 10)
  await expect.poll(() => widthOf('third')).toBeGreaterThan(400)
  await header('fourth').dragTo(header('first'))
  await expect.poll(names).toEqual(['Primary', 'fourth', 'first', 'second', 'third'])

  // By menu, which the keyboard opens too.
  await header('second').hover()
  await page.getByRole('button', { name: 'Menu of second' }).click()
  // Menus are rendered outside the landmarks.
  await expectAccessible(page, ['region'])
  await page.getByRole('menuitem', { name: 'Freeze column' }).click()
  await expect.poll(names).toEqual(['second', 'Primary', 'fourth', 'first', 'third'])
  await header('fourth').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Move right' }).press('Enter')
  await expect.poll(names).toEqual(['second', 'Primary', 'first', 'fourth', 'third'])
  await header('third').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Hide column' }).click()
  await expect.poll(names).toEqual(['second', 'Primary', 'first', 'fourth'])
  await expect(page.getByRole('button', { name: '1 hidden' })).toBeVisible()
  await header('first').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Sort descending' }).click()
  await expect(page).toHaveURL(/sort=first:desc/)

  // Renamed, dropped and added columns leave the rest as it is.
  await sql(
    'alter table wide rename first to "1st"; alter table wide drop fourth; alter table wide add fifth text',
  )
  await openTable(page, sql, project, 'wide')
  await expect(header('1st')).toBeVisible()
  await expect.poll(names).toEqual(['second', 'Primary', '1st', 'fifth'])
  expect(await widthOf('1st')).toBe(widened)
  await page.getByRole('button', { name: '1 hidden' }).click()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'third' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(names).toEqual(['second', 'Primary', '1st', 'third', 'fifth'])
})

test('a table is where it was left, with its selection, when it is opened again', async ({
  page,
  project,
  sql,
}) => {
  const { grid, cell, settled } = await openLong(page, sql, project)
  await sql('create table other (id int primary key)')
  await page.getByRole('textbox', { name: 'Page' }).fill('401')
  await page.keyboard.press('Enter')
  await expect(cell('name 40001')).toBeInViewport()
  await grid
    .getByRole('row', { name: /name 40004$/ })
    .getByRole('checkbox')
    .click()
  const list = tablesOf(page)
  await list.getByRole('link', { name: /other/ }).click()
  await expect(page.getByText('This table is empty')).toBeVisible()
  await list.getByRole('link', { name: /long/ }).click()
  await expect(cell('name 40001')).toBeInViewport()
  await expect(grid.getByRole('row', { name: /name 40004$/ }).getByRole('checkbox')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Delete 1 row' })).toBeVisible()
  expect(await settled()).toBe(40_001)
  await page.reload()
  await expect(cell('name 40001')).toBeInViewport()
  expect(await settled()).toBe(40_001)
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('401')

  // The rows there are gone by now.
  await sql('delete from long where id > 20000; analyze long')
  await page.reload()
  await expect(cell('name 20000')).toBeInViewport()
})

const WIDE_COLUMNS = 200
const STEPS = 20
/** Of 32 pixels. */
const STEP_ROWS = 3
/** More than are on the screen. */
const JUMP_ROWS = 60
/** The row itself, and what hides or shows its checkbox and its button; all its cells were over twenty. */
const STYLED_OF_ROW = 6
/** A row's own element, its cells on the screen with those beside it, and what is in its checkbox and its button. */
const ELEMENTS_OF_ROW = 24
/** With those above and below it. */
const ROWS_ON_SCREEN = 32

test('a step of scrolling a wide table costs the rows that come, and touches no other row', async ({
  page,
  project,
  sql,
}) => {
  const columns = Array.from({ length: WIDE_COLUMNS - 1 }, (_, index) => `n * ${index + 1} as c${index}`)
  await sql(`create table wide as select n as id, ${columns.join(', ')} from generate_series(1, 400) n;
    alter table wide add primary key (id); analyze wide`)
  const grid = await openTable(page, sql, project, 'wide')
  await expect(grid.getByRole('gridcell', { name: '1', exact: true }).first()).toBeVisible()
  const { result, styled } = await tracedStyles(page, () =>
    grid.evaluate(
      async (element, { steps, pixels }) => {
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        let [kept, changed] = [0, 0]
        for (let step = 0; step < steps; step += 1) {
          const before = [...element.querySelectorAll('[role=row]')]
          const observer = new MutationObserver(() => undefined)
          for (const row of before)
            observer.observe(row, { attributes: true, childList: true, characterData: true, subtree: true })
          element.scrollTop += pixels
          await nextFrame()
          await nextFrame()
          const touched = new Set(
            observer.takeRecords().map(({ target }) => (target as Element).closest('[role=row]')),
          )
          observer.disconnect()
          const left = before.filter((row) => row.isConnected)
          kept += left.length
          changed += left.filter((row) => touched.has(row)).length
        }
        return { kept, changed }
      },
      { steps: STEPS, pixels: STEP_ROWS * 32 },
    ),
  )
  // About thirty rows are on the screen.
  expect(result.kept).toBeGreaterThan(20 * STEPS)
  expect(result.changed).toBe(0)
  expect(styled).toBeGreaterThan(0)
  // All of them were over five hundred for each step. Where a step takes long, the frozen cells stick in between.
  expect(styled / STEPS).toBeLessThan(STEP_ROWS * ELEMENTS_OF_ROW + 2 * ROWS_ON_SCREEN)

  // When all rows on the screen give way to others, loaded or not, their elements stay and take other texts.
  const jumped = await tracedStyles(page, () =>
    grid.evaluate(
      async (element, { steps, pixels }) => {
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        const before = element.querySelectorAll('[role=gridcell]').length
        for (let step = 0; step < steps; step += 1) {
          element.scrollTop += step % 2 === 0 ? pixels : -pixels
          await nextFrame()
          await nextFrame()
        }
        return { before, rows: element.querySelectorAll('[role=row]').length }
      },
      { steps: STEPS, pixels: JUMP_ROWS * 32 },
    ),
  )
  expect(jumped.result.before).toBeGreaterThan(300)
  expect(jumped.styled / STEPS).toBeLessThan(STYLED_OF_ROW * jumped.result.rows)

  // The controls of rows stay where they are while columns pass below them, at rest and while rows pass.
  const control = grid.getByRole('checkbox', { name: 'Select', exact: true }).last()
  const { x } = (await control.boundingBox())!
  for (const [top, left] of [
    [600, 0],
    [600, 500],
    [700, 900],
    [700, 0],
  ] as const) {
    await grid.evaluate((element, place) => element.scrollTo(place), { top, left })
    await expect(grid).toHaveJSProperty('scrollLeft', left)
    await expect.poll(async () => (await control.boundingBox())!.x).toBe(x)
  }
})

/** What the work returns, and how many elements had their styles worked out meanwhile. */
async function tracedStyles<T>(page: Page, work: () => Promise<T>) {
  const browser = await page.context().browser()!.newBrowserCDPSession()
  const events: { name: string; args: { elementCount?: number } }[] = []
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as typeof events)))
  const traced = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve))
  await browser.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } })
  const result = await work()
  await browser.send('Tracing.end')
  await traced
  await browser.detach()
  return { result, styled: events.reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0) }
}
