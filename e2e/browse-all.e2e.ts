import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('a result beyond the cap is browsed to its last row, also after a reload', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run("select i, 'row ' || i as name from generate_series(1, 150000) i")
  await expect(page.getByText('100 rows (Limited to only 100 rows)')).toBeVisible()
  await page.getByRole('button', { name: 'Remove limit' }).click()
  await expect(page.getByText('Showing first 100,000 rows')).toBeVisible()

  await page.getByRole('button', { name: 'Browse all rows' }).click()
  await expect(page.getByText(/^150,000 rows/)).toBeVisible()
  await editor.cell('row 1').click()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(editor.cell('row 150000')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(editor.cell('row 1')).toBeVisible()

  const header = page.getByRole('columnheader', { name: /^i / })
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await header.click()
  await expect(editor.cell('row 150000')).toBeVisible()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('searchbox', { name: 'Filter all rows' }).fill('row 14999')
  await expect(page.getByText('11 of 150,000 rows')).toBeVisible()
  await expect(editor.cell('row 149999')).toBeVisible()

  await page.reload()
  await editor.cell('row 1').click()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(editor.cell('row 150000')).toBeVisible()
})
