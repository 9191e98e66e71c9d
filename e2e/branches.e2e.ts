import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInAsReader, sqlOf, test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('a branch is created, has the rows of its parent, is written to, reset and deleted', async ({
  page,
  account,
  project,
  sql,
}) => {
  await sql("create table goods as select 'lamp' as name")
  await page.goto(`/project/${project.ref}/branches`)
  await page.getByRole('combobox', { name: 'Switch branch' }).click()
  await page.getByRole('link', { name: 'Create branch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create branch' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('feature')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create branch' }).click()
  const branch = page.getByRole('listitem', { name: 'Branch feature' })
  await expect(branch.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  await expect(branch.getByText('after 7 days without use')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  // The same page of the branch.
  await page.getByRole('combobox', { name: 'Switch branch' }).click()
  await page.getByRole('option', { name: /^feature/ }).click()
  const [, { project_ref: ref }] = (await call(account.caller, listBranches, {
    params: { ref: project.ref },
    query: {},
  })) as [unknown, { project_ref: string }]
  await expect(page).toHaveURL(`/project/${ref}/branches`)
  await expect(page.getByRole('banner').getByText('Preview')).toBeVisible()

  await page.goto(`/project/${ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run('select name from goods')
  await expect(editor.cell('lamp')).toBeVisible()
  await editor.run("insert into goods values ('desk')")
  const onBranch = sqlOf(account.caller, { ref })
  expect(await onBranch('select name from goods order by 1')).toEqual([{ name: 'desk' }, { name: 'lamp' }])
  expect(await sql('select name from goods')).toEqual([{ name: 'lamp' }])

  await page.goto(`/project/${project.ref}/sql/new`)
  await editor.write('select 1')
  await page.getByRole('main').getByRole('button', { name: 'Run', exact: true }).hover()
  await expect(page.getByText('Run on production')).toBeVisible()

  await page.goto(`/project/${project.ref}/branches`)
  const act = async (action: string, confirm: string) => {
    await branch.getByRole('button', { name: 'Actions of the branch feature' }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
  }
  await act('Reset', 'Reset branch')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(branch.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  expect(await onBranch('select name from goods')).toEqual([{ name: 'lamp' }])
  await act('Delete', 'Delete branch')
  await expect(branch).toBeHidden({ timeout: 30_000 })
  await expect(page.getByRole('listitem', { name: 'Branch main' })).toBeVisible()
})

test('a read-only member sees branches and why they cannot create one', async ({
  page,
  context,
  account,
  project,
}) => {
  await signInAsReader(context, account, project.organization_slug)
  await page.goto(`/project/${project.ref}/branches`)
  await expect(page.getByRole('listitem', { name: 'Branch main' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create branch' })).toHaveAttribute('aria-disabled', 'true')
})
