import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { signInAsReader, test } from './fixtures.ts'
import { changesOf, oidOf, openTable, rowsOf, tablesOf } from './table-editor.ts'

const people = `
  create table people (id bigint primary key, name text, note text, age int check (age < 200));
  insert into people select n, 'person ' || n, case n % 3 when 0 then null when 1 then '' else 'note' end, n % 90
    from generate_series(1, 250) n;
  analyze people`

test('a table is found in the list, paged, sorted, filtered and counted', async ({ page, project, sql }) => {
  await sql(people)
  await sql('create view grown as select * from people where age >= 18')
  await page.goto(`/project/${project.ref}`)
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Table Editor' }).click()
  await expect(page.getByText('Select a table')).toBeVisible()
  const list = tablesOf(page)
  await expect(list.getByText('2 entities')).toBeVisible()
  await list.getByRole('searchbox', { name: 'Search tables' }).fill('nothing like it')
  await expect(list.getByText('There are no entities that match your search')).toBeVisible()
  await list.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(
    list.getByRole('link', { name: /people Unrestricted Row level security is off/ }),
  ).toBeVisible()
  await list.getByRole('link', { name: /people/ }).click()

  const grid = rowsOf(page, 'people')
  const cell = (text: string) => grid.getByRole('gridcell', { name: text, exact: true })
  await expect(cell('person 1')).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: /Primary key id bigint/ })).toBeVisible()
  await expect(cell('NULL').first()).toBeVisible()
  await expect(cell('empty').first()).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  await expect(page.getByText('250 rows', { exact: true })).toBeVisible()
  const pageBox = page.getByRole('textbox', { name: 'Page' })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(cell('person 101')).toBeInViewport()
  await expect(pageBox).toHaveValue('2')
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(cell('person 250')).toBeInViewport()
  await expect(pageBox).toHaveValue('3')
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(cell('person 1')).toBeInViewport()

  const name = grid.getByRole('columnheader', { name: /^name text/ })
  await name.click()
  await expect(page).toHaveURL(/sort=name:asc/)
  await name.click()
  await expect(page).toHaveURL(/sort=name:desc/)
  await expect(cell('person 99')).toBeVisible()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await choose(page.getByRole('combobox', { name: 'Column of rule 1' }), 'age')
  await choose(page.getByRole('combobox', { name: 'Operator of rule 1' }), '>= greater than or equal')
  await page.getByRole('textbox', { name: 'Value of rule 1' }).fill('old')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toContainText('age')
  await page.getByRole('button', { name: 'Filtered by 1 rule' }).click()
  await page.getByRole('textbox', { name: 'Value of rule 1' }).fill('87')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await choose(page.getByRole('combobox', { name: 'Column of rule 2' }), 'note')
  await choose(page.getByRole('combobox', { name: 'Operator of rule 2' }), 'is null, not null, true or false')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/filter=age:gte:87&filter=note:is:null/)
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()

  await sql("insert into people values (251, 'Ada', null, 88)")
  await page.getByRole('button', { name: 'Refresh rows' }).click()
  await expect(cell('Ada')).toBeVisible()
  await sql('alter table people drop column note cascade')
  await expect(page.getByText('note:is:null is left out. There is no column note.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).not.toHaveURL(/note/)

  await page.goto(`/project/${project.ref}/editor`)
  await expect(page.getByRole('heading', { name: 'public.people' })).toBeVisible()
  await expect(cell('person 89')).toBeVisible()
  await sql('drop table people cascade')
  await expect(page.getByText('This table does not exist')).toBeVisible()
  await page.getByRole('link', { name: 'Select another table' }).click()
  await expect(page.getByText('Select a table')).toBeVisible()
})

/** Replaces the text of a cell by keyboard. */
async function edit(page: Page, cell: Locator, text: string) {
  await cell.dblclick()
  const field = page.getByRole('form', { name: /^Edit / }).getByRole('textbox')
  await expect(field).toBeFocused()
  await field.fill(text)
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
}

test('changes are staged, survive a reload, are undone, and are saved together; a conflict is never overwritten', async ({
  page,
  project,
  sql,
}) => {
  await sql(people)
  const grid = await openTable(page, sql, project, 'people')
  const cell = (text: string) => grid.getByRole('gridcell', { name: text, exact: true })
  const changes = changesOf(page)

  await edit(page, cell('person 1'), 'Ada')
  await edit(page, cell('person 2'), "O'Hara")
  await expect(changes.getByText('2 changes')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cell('person 2')).toBeVisible()
  await expect(changes.getByText('1 change', { exact: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(cell("O'Hara")).toBeVisible()

  await page.getByRole('button', { name: 'Insert row' }).click()
  const added = grid.getByRole('row').nth(1).getByRole('gridcell')
  await edit(page, added.nth(1), '1000')
  await edit(page, added.nth(2), 'Grace')
  await grid
    .getByRole('row', { name: /person 3 / })
    .getByRole('checkbox')
    .click()
  await page.getByRole('button', { name: 'Delete 1 row' }).click()
  await expect(changes.getByText('4 changes')).toBeVisible()
  await expectAccessible(page)

  await changes.getByRole('button', { name: 'View SQL' }).click()
  const dialog = page.getByRole('dialog', { name: 'SQL of the changes' })
  await expect(dialog.getByText("O''Hara")).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.reload()
  await expect(cell('Ada')).toBeVisible()
  await expect(changes.getByText('4 changes')).toBeVisible()
  expect(await sql('select count(*)::int from people')).toEqual([{ count: 250 }])
  await sql("update people set name = 'Someone' where id = 2")
  await changes.getByRole('button', { name: 'Save' }).click()

  const problems = page.getByRole('alert', { name: 'Changes that were not saved' })
  await expect(problems).toContainText('Row with id = 2')
  const differing = problems.getByRole('table', { name: 'Values that differ' })
  await expect(differing.getByRole('row').nth(1).getByRole('cell')).toHaveText(['person 2', 'Someone', /./])
  // The toast that offers to take back what was saved covers no button of the bars.
  const toast = page.getByRole('dialog', { name: /^Saved 3 changes/ })
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect
    .poll(async () => {
      const [box, bars] = await Promise.all([toast.boundingBox(), problems.boundingBox()])
      return box && bars && box.y + box.height <= bars.y
    })
    .toBe(true)
  await expectAccessible(page)
  expect(await sql('select id::int, name, note from people where id in (1, 2, 3, 1000) order by id')).toEqual(
    [
      { id: 1, name: 'Ada', note: '' },
      { id: 2, name: 'Someone', note: 'note' },
      { id: 1000, name: 'Grace', note: null },
    ],
  )
  await problems.getByRole('button', { name: 'Use mine' }).click()
  await changes.getByRole('button', { name: 'Save' }).click()
  await expect(changes).toBeHidden()
  expect(await sql('select name from people where id = 2')).toEqual([{ name: "O'Hara" }])

  await cell('Ada').dblclick()
  await page.getByRole('form', { name: 'Edit name' }).getByRole('button', { name: 'Set NULL' }).click()
  await edit(
    page,
    grid
      .getByRole('row', { name: /person 5 / })
      .getByRole('gridcell')
      .nth(4),
    '500',
  )
  await page.keyboard.press('ControlOrMeta+s')
  await expect(problems).toContainText('people_age_check')
  await expect(problems).toContainText('1 other change was not saved either')
  expect(await sql('select name from people where id = 1')).toEqual([{ name: 'Ada' }])
  await problems.getByRole('button', { name: 'Take back' }).click()
  await changes.getByRole('button', { name: 'Save' }).click()
  await expect(changes).toBeHidden()
  expect(await sql('select name from people where id = 1')).toEqual([{ name: null }])
})

test('all rows that match a filter are selected and deleted at once', async ({ page, project, sql }) => {
  await sql(people)
  await page.goto(`/project/${project.ref}/editor/${await oidOf(sql, 'people')}?filter=id:gt:20`)
  const grid = rowsOf(page, 'people')
  const single = page.getByRole('button', { name: /^Delete \d+ rows$/ })
  await grid.getByRole('checkbox', { name: 'Select the loaded rows' }).click()
  await page.getByRole('button', { name: 'Select all matching rows' }).click()
  await expect(single).toBeHidden()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByRole('button', { name: 'Delete all matching rows' })).toBeHidden()
  await grid.getByRole('checkbox', { name: 'Select the loaded rows' }).click()
  await page.getByRole('button', { name: 'Select all matching rows' }).click()
  await page.getByRole('button', { name: 'Delete all matching rows' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete all rows that match the filter of people?' })
  await expect(dialog.getByText('230 rows, also those that are not loaded.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete rows' }).click()
  await expect(page.getByText('230 rows deleted')).toBeVisible()
  await expect(page.getByText('No rows match the filter')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete all matching rows' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Clear selection' })).toBeHidden()
  expect(await sql('select count(*)::int as left, max(id)::int as last from people')).toEqual([
    { left: 20, last: 20 },
  ])
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(grid.getByRole('gridcell', { name: 'person 20', exact: true })).toBeVisible()
})

test('a read-only member and a protected schema say why nothing can be changed', async ({
  page,
  context,
  account,
  organization: { slug },
  project,
  sql,
}) => {
  await sql(people)
  const oid = await oidOf(sql, 'people')
  await page.goto(`/project/${project.ref}/editor/1259?schema=pg_catalog`)
  await expect(page.getByText('Viewing protected schema')).toBeVisible()
  const insert = page.getByRole('button', { name: 'Insert row' })
  await expect(insert).toHaveAccessibleDescription(/This schema is managed/)

  await signInAsReader(context, account, slug)
  await page.goto(`/project/${project.ref}/editor/${oid}`)
  await expect(insert).toBeDisabled()
  await expect(insert).toHaveAccessibleDescription(/change data with SQL in this project/)
  const cell = rowsOf(page, 'people').getByRole('gridcell', { name: 'person 1', exact: true })
  await cell.dblclick()
  const sheet = page.getByRole('dialog', { name: 'name' })
  await expect(sheet.getByText('person 1')).toBeVisible()
  await expect(sheet).toContainText('change data with SQL in this project')
  await page.keyboard.press('Escape')

  // A read-only member sees the reason, once in each place.
  const reason = /You need additional permissions to change data with SQL in this project/
  await expect(page.getByText(/^Read-only\. You need additional permissions/)).toBeVisible()
  await cell.click({ button: 'right' })
  const menu = page.getByRole('menu')
  await expect(menu.getByText(reason)).toHaveCount(1)
  for (const name of ['Paste', 'Set NULL', 'Delete row'])
    await expect(menu.getByRole('menuitem', { name })).toBeHidden()
  await menu.getByRole('menuitem', { name: 'Open row' }).click()
  const row = page.getByRole('dialog', { name: 'Row with id = 1' })
  await expect(row.getByText(reason)).toHaveCount(1)
  await expect(row.getByRole('textbox', { name: 'name' })).toHaveAttribute('readonly')
  await expect(row.getByRole('button', { name: 'Keep changes' })).toBeHidden()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Close', exact: true }).last().click()
  await cell.click()
  await page.keyboard.type('x')
  await expect(page.getByText('This cell cannot be changed')).toBeVisible()
  await expect(cell).toBeVisible()
})

test('rows are read and saved as a user whose claims are chosen and changed', async ({
  page,
  project,
  sql,
}) => {
  await sql(`create table notes (id int primary key, owner text, note text);
    alter table notes enable row level security;
    create policy own on notes to authenticated using (owner = auth.jwt() ->> 'email');
    grant select, update on notes to authenticated;
    insert into notes values (1, 'ann@example.com', 'of Ann'), (2, 'bob@example.com', 'of Bob')`)
  const grid = await openTable(page, sql, project, 'notes')
  await page.getByRole('button', { name: 'Role: postgres' }).click()
  const form = page.getByRole('dialog', { name: 'Read and write as role' })
  await choose(form.getByRole('combobox', { name: 'Role' }), 'authenticated')
  await form.getByRole('textbox', { name: 'User ID' }).fill('ann')
  const claims = form.getByRole('textbox', { name: 'More claims' })
  await claims.fill('{"email":')
  await form.getByRole('button', { name: 'Continue as this user' }).click()
  await expect(form.getByText('Enter a JSON object, such as')).toBeVisible()
  await expectAccessible(page)
  await claims.fill('{"email": "ann@example.com"}')
  await form.getByRole('button', { name: 'Continue as this user' }).click()
  const picker = page.getByRole('button', { name: 'Role: authenticated, user ann' })
  await expect(picker).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: 'of Ann' })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: 'of Bob' })).toBeHidden()

  const type = async (cell: string, text: string) => {
    await grid.getByRole('gridcell', { name: cell, exact: true }).dblclick()
    const field = page.getByRole('form', { name: /^Edit / }).getByRole('textbox')
    await field.fill(text)
    await page.keyboard.press('Enter')
    await changesOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  }
  await type('of Ann', 'by Ann')
  await expect(changesOf(page)).toBeHidden()
  expect(await sql('select note from notes order by id')).toEqual([{ note: 'by Ann' }, { note: 'of Bob' }])
  await type('ann@example.com', 'bob@example.com')
  const problems = page.getByRole('alert', { name: 'Changes that were not saved' })
  await expect(problems).toContainText('row-level security')
  await problems.getByRole('button', { name: 'Take back' }).click()
  await expect(changesOf(page)).toBeHidden()

  // The claims are shown again, and can be changed.
  await picker.click()
  await expect(form.getByRole('textbox', { name: 'User ID' })).toHaveValue('ann')
  await expect(claims).toHaveValue('{"email": "ann@example.com"}')
  await claims.fill('{"email": "bob@example.com"}')
  await form.getByRole('button', { name: 'Continue as this user' }).click()
  await expect(grid.getByRole('gridcell', { name: 'of Bob' })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: 'by Ann' })).toBeHidden()
})
