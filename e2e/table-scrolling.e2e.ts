import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { type Account, test } from './fixtures.ts'

/** Runs SQL outside the page, as another client would. */
const sqlOf =
  ({ caller }: Account, { ref }: Project) =>
  (query: string) =>
    call(caller, runQuery, { params: { ref }, query: {}, body: { query } })

const ROWS = 120_000
const LONG = `
  create table long (id int primary key, name text);
  insert into long select n, 'name ' || n from generate_series(1, ${ROWS}) n;
  analyze long`

async function openLong(page: Page, account: Account, project: Project) {
  const sql = sqlOf(account, project)
  await sql(LONG)
  const [{ oid }] = (await sql("select 'long'::regclass::oid::int as oid")) as [{ oid: number }]
  await page.goto(`/project/${project.ref}/editor/${oid}`)
  const grid = page.getByRole('grid', { name: 'Rows of long' })
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
  return { sql, grid, cell, bar, settled }
}

test('a long table is scrolled, dragged and paged through, and nothing is lost on the way', async ({
  page,
  account,
  project,
}) => {
  const { sql, grid, cell, bar, settled } = await openLong(page, account, project)
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
  await page
    .getByRole('region', { name: 'Changes', exact: true })
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(page.getByText('Saved 1 change')).toBeVisible()
  expect(await sql('select name from long where id = 3')).toEqual([{ name: 'staged' }])
  await page.getByRole('button', { name: 'Count exactly' }).click()
  await expect(page.getByText('120,000 rows', { exact: true })).toBeVisible()
})
