import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('a change is previewed and committed as previewed, explained and fully exported', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  const choose = async (item: RegExp) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await editor.run(
    "create table things (id int primary key, name text); insert into things select n, 'thing ' || n from generate_series(1, 250) n",
  )
  await expect(page.getByText('250 rows affected')).toBeVisible()

  await editor.write("update things set name = 'renamed' where id = 7")
  await choose(/Preview changes/)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('1 row would change.')).toBeVisible()
  await expect(preview.getByText('"thing 7"')).toBeVisible()
  await preview.getByRole('button', { name: 'Commit' }).click()
  await expect(preview.getByText('1 row changed and committed.')).toBeVisible()

  await editor.run('select * from things where id <= 7 order by id desc')
  await expect(editor.cell('renamed')).toBeVisible()

  await editor.write('delete from things where id > 100')
  await choose(/Explain and measure/)
  await expect(page.getByRole('list', { name: 'Steps' }).getByText('Delete on things')).toBeVisible()

  await editor.run('select * from things')
  await expect(page.getByText('(Limited to only 100 rows)')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Export all as CSV$/ }).click(),
  ])
  expect((await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(251)
})

test('row level security is tested as another role', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run(
    'create table secrets (id int); alter table secrets enable row level security; insert into secrets values (7)',
  )
  await expect(page.getByText('1 row affected')).toBeVisible()
  await editor.run("select count(*) || ' seen' as found from secrets")
  await expect(editor.cell('1 seen')).toBeVisible()
  await page.getByRole('button', { name: 'Role: postgres' }).click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'anon' }).click()
  await page.getByRole('button', { name: 'Run as anon' }).click()
  await editor.run("select count(*) || ' seen' as found from secrets")
  await expect(editor.cell('0 seen')).toBeVisible()
})
