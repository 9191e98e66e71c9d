import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

const ORDERS =
  "select n as id, case when n % 2 = 0 then 'paid' else 'open' end as status, n * 10 % 70 as amount from generate_series(1, 12) n"

test('a result is sorted, filtered, selected, copied and charted, and survives a reload', async ({
  page,
  context,
  project,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run(ORDERS)
  const firstId = page.locator('[role="row"][aria-rowindex="2"] [aria-colindex="2"]')
  await expect(firstId).toHaveText('1')
  await page.getByRole('columnheader', { name: /^amount/ }).click()
  await expect(firstId).toHaveText('7')

  await editor.cell('paid').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Only where status is paid' }).click()
  await expect(page.getByText('6 of 12 rows')).toBeVisible()
  await expect(firstId).toHaveText('8')

  await firstId.click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByText('4 cells selected (2 rows × 2 columns)')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('8\tpaid\n2\tpaid')

  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  await choose(page.getByRole('combobox', { name: 'X axis' }), 'id')
  await choose(page.getByRole('combobox', { name: 'Y axis' }), 'amount')
  const chart = page.getByRole('img', { name: 'Bar chart of amount by id: 6 rows, from 10 to 60' })
  await expect(chart).toBeVisible()
  await expect(chart.locator('canvas')).toBeVisible()
  await expectAccessible(page)

  const snippet = page
    .url()
    .replace(/^.*\/project\/(\w+)\/sql\/([\w-]+).*$/, '/platform/projects/$1/content/item/$2')
  const saved = async () => JSON.stringify(await (await page.request.get(snippet)).json())
  await expect.poll(saved).toContain('"amount"')

  // Nothing is rerun: the reloaded page restores its result.
  await page.reload()
  await expect(firstId).toHaveText('1')
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  await expect(page.getByRole('img', { name: /^Bar chart of amount by id: 12 rows/ })).toBeVisible()
})

test('SQL is run from any page, found in the history and rerun', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}`)
  await expect(page.getByRole('button', { name: 'Open the inline SQL editor' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+e')
  const inline = page.getByRole('complementary', { name: 'SQL Editor' })
  await inline.getByRole('textbox', { name: 'SQL' }).focus()
  await page.keyboard.insertText("select 'over the page' as place")
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(inline.getByRole('gridcell', { name: 'over the page' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+e')
  await expect(inline).toBeHidden()

  await page.goto(`/project/${project.ref}/sql/new`)
  await expect(page.getByRole('textbox', { name: /SQL/ })).toBeVisible()
  await page.keyboard.press('Alt+h')
  const palette = page.getByRole('dialog', { name: 'Search query history' })
  await palette.getByRole('combobox', { name: 'Find a query' }).fill('ovr plce')
  await expect(palette.getByRole('option', { name: /over the page/ })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'From history' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'over the page' })).toBeVisible()
})
