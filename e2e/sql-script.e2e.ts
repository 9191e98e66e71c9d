import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('a failed script shows the outcome of each statement, and the database agrees', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run('create table t (id int);\ninsert into t values (1);\nselect 1/0;\nselect 2')
  await expect(page.getByText('division by zero').first()).toBeVisible()
  await expect(
    page.getByText('Statement 3 of 4 failed, on line 3. Statements 1–2 were rolled back; 4 was not run.'),
  ).toBeVisible()
  await expect(page.locator('.cm-failed-statement')).toHaveText('3')
  await page.getByRole('tab', { name: /2\. insert into t.*line 2, rolled back/ }).click()
  await expect(page.getByText('Rolled back. Its changes were undone.')).toBeVisible()
  await expect(page.getByText(/Success/)).toHaveCount(0)
  await editor.run("select to_regclass('t') is null as undone")
  await expect(editor.cell('t')).toBeVisible()
})

test('values keep their white space, a plan is as wide as the grid, and notices are displayed', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run("select 'a  b' as kept, 1 as n")
  await expect(editor.cell('a  b')).toHaveCSS('white-space', 'pre')
  await editor.run('explain select * from pg_class c join pg_attribute a on a.attrelid = c.oid')
  const plan = page.getByRole('columnheader', { name: /QUERY PLAN/ })
  const grid = page.getByRole('grid', { name: 'Query result' })
  const width = async () =>
    ((await plan.boundingBox())?.width ?? 0) / ((await grid.boundingBox())?.width ?? 1)
  await expect.poll(width).toBeGreaterThan(0.9)
  await editor.run("listen orders; notify orders, 'paid'")
  await expect(page.getByText(/Asynchronous notification "orders" with payload "paid"/)).toBeVisible()
})

test('a query is dragged into a folder, and found from the first page of the command menu', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  await new SqlEditor(page).write('select 1 as dragged')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  const list = page.getByRole('complementary', { name: 'Saved queries' })
  const query = list.getByRole('link', { name: /Untitled query/ })
  await expect(query).toBeVisible()
  const name = (await query.textContent()) ?? ''
  await list.getByRole('button', { name: 'New query or folder' }).click()
  await page.getByRole('menuitem', { name: 'Create a new folder' }).click()
  await page.keyboard.type('Reports')
  await page.keyboard.press('Enter')
  const folder = list.getByRole('button', { name: 'Reports', exact: true })
  await expect(folder).toBeVisible()
  await query.dragTo(folder)
  await expect(page.getByText('Successfully moved 1 query')).toBeVisible()
  await page.goto(`/project/${project.ref}`)
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.getByRole('combobox', { name: 'Type a command or search...' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('a second tab that asks for a query before its first save shows it as soon as it is saved', async ({
  page,
  project,
  context,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/content', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/project/${project.ref}/sql/new`)
  await new SqlEditor(page).write('select 1')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByText('This query does not exist')).toBeVisible()
  held.resolve()
  await expect(second.locator('.cm-content')).toHaveText('select 1')
})

test('an unedited second tab shows the text saved by the first', async ({ page, project, context }) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  const first = new SqlEditor(page)
  await first.write('select 1')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  // The list shows it before it is on the server, where the second tab finds it.
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.locator('.cm-content')).toHaveText('select 1')
  await first.write('select 2')
  await expect(second.locator('.cm-content')).toHaveText('select 2')
})
