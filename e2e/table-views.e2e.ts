import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import { oidOf, rowsOf } from './table-editor.ts'

test('rows are filtered by a group of rules, and the filter is kept as a view of the table', async ({
  page,
  project,
  sql,
}) => {
  await sql(`create table people (id bigint primary key, name text, age int);
    insert into people values (1, 'Ada', 36), (2, 'Grace', 85), (3, null, 20), (4, 'Edsger', 72)`)
  const address = `/project/${project.ref}/editor/${await oidOf(sql, 'people')}`
  await page.goto(address)
  const names = () => rowsOf(page, 'people').getByRole('row').filter({ hasText: /\d/ })
  await expect(names()).toHaveCount(4)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await choose(page.getByRole('combobox', { name: 'Column of rule 1' }), 'age')
  await choose(page.getByRole('combobox', { name: 'Operator of rule 1' }), '> greater than')
  await page.getByRole('textbox', { name: 'Value of rule 1' }).fill('80')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await choose(page.getByRole('combobox', { name: 'Rules that must hold' }), 'Any')
  await choose(page.getByRole('combobox', { name: 'Column of rule 2' }), 'name')
  await choose(page.getByRole('combobox', { name: 'Operator of rule 2' }), 'is null, not null, true or false')
  await page.getByRole('button', { name: 'Add group' }).click()
  await choose(page.getByRole('combobox', { name: 'Column of rule 3.1' }), 'age')
  await page.getByRole('textbox', { name: 'Value of rule 3.1' }).fill('72')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Filtered by 3 rules' })).toBeVisible()
  await expect(names()).toHaveCount(3)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Worth a look')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save view' }).click()
  const views = page.getByRole('button', { name: 'Worth a look' })
  await expect(views).toBeVisible()

  await page.goto(address)
  await expect(names()).toHaveCount(4)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemradio', { name: 'Worth a look' }).click()
  await expect(names()).toHaveCount(3)
  await expect(page).toHaveURL(/filter=any\(/)

  await page.getByRole('button', { name: 'Filtered by 3 rules' }).click()
  await page.getByRole('button', { name: 'Remove group 3' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(names()).toHaveCount(2)
  await page.getByRole('button', { name: /Worth a look \(changed\)/ }).click()
  await page.getByRole('menuitem', { name: 'Update Worth a look' }).click()
  await expect(views).toBeVisible()

  await views.click()
  await page.getByRole('menuitem', { name: 'Delete Worth a look…' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
  await expect(names()).toHaveCount(2)
})
