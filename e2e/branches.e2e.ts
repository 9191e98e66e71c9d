import { createBackup, listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import { createBranch, listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
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
  await expect(branch.getByText(/shared$/)).toBeVisible()
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

  await page.goto(`/project/${ref}/integrations/webhooks/overview`)
  await expect(page.getByText('This branch sends nothing')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send from this branch' }).click()
  await expect(page.getByText('This branch sends nothing')).toBeHidden()
  const [, { sends_requests }] = (await call(account.caller, listBranches, {
    params: { ref: project.ref },
    query: {},
  })) as [unknown, { sends_requests: boolean }]
  expect(sends_requests).toBe(true)

  await page.goto(`/project/${project.ref}/sql/new`)
  await editor.write('select 1')
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Run on production', exact: true }),
  ).toBeEnabled()

  // The dialog that edits a branch says when it goes, and which branch of the code it belongs to.
  await page.goto(`/project/${project.ref}/branches`)
  await branch.getByRole('button', { name: 'Actions of the branch feature' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit branch' })
  await edit.getByRole('textbox', { name: 'Git branch' }).fill('fix/cart')
  await edit.getByRole('textbox', { name: 'Days without use' }).fill('400')
  await edit.getByRole('button', { name: 'Save branch' }).click()
  await expect(edit.getByText('Enter a number from 1 to 365, or nothing')).toBeVisible()
  await expectAccessible(page)
  await edit.getByRole('textbox', { name: 'Days without use' }).fill('14')
  await edit.getByRole('button', { name: 'Save branch' }).click()
  await expect(branch.getByText('after 14 days without use')).toBeVisible()
  await expect(branch.getByText('fix/cart')).toBeVisible()

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

test('a branch begins at a past moment that is chosen in the dialog', async ({
  page,
  account,
  project,
  sql,
}) => {
  await sql("create table goods as select 'lamp' as name")
  const params = { ref: project.ref }
  const { id } = await call(account.caller, createBackup, { params, body: { name: 'Before the sale' } })
  const statusOf = async () =>
    (await call(account.caller, listBackups, { params })).backups.find((one) => one.id === id)?.status
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('COMPLETED')
  await sql('delete from goods')
  await page.goto(`/project/${project.ref}/branches`)
  await page.getByRole('main').getByRole('button', { name: 'Create branch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create branch' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('as it was')
  await dialog.getByRole('radio', { name: /A past moment/ }).click()
  await dialog.getByRole('button', { name: 'Create branch' }).click()
  await expect(dialog.getByText('Choose a moment', { exact: true })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Moment' }).click()
  await page.getByRole('option', { name: /Before the sale/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create branch' }).click()
  const branch = page.getByRole('listitem', { name: 'Branch as it was' })
  await expect(branch.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  const [, { project_ref: ref }] = (await call(account.caller, listBranches, { params, query: {} })) as [
    unknown,
    { project_ref: string },
  ]
  const onBranch = sqlOf(account.caller, { ref })
  expect(await onBranch('select name from goods')).toEqual([{ name: 'lamp' }])
  await onBranch("insert into goods values ('desk')")
})

test('a project is copied while the dialog for a branch is open, and not after it was cancelled', async ({
  page,
  account,
  project,
  sql,
}) => {
  await sql("create table goods as select 'lamp' as name")
  const copies = async () =>
    (await sql("select slot_name from pg_replication_slots where slot_name like 'basalt_copy_%'")) as object[]
  await page.goto(`/project/${project.ref}/branches`)
  const open = page.getByRole('main').getByRole('button', { name: 'Create branch' })
  const dialog = page.getByRole('dialog', { name: 'Create branch' })
  await open.click()
  await expect.poll(copies).toHaveLength(1)
  await dialog.getByRole('radio', { name: /Schema only/ }).click()
  await expect.poll(copies).toHaveLength(0)
  await dialog.getByRole('radio', { name: /Data and schema/ }).click()
  await expect.poll(copies).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(copies).toHaveLength(0)

  await open.click()
  await expect.poll(copies).toHaveLength(1)
  await sql("insert into goods values ('desk')")
  await dialog.getByRole('textbox', { name: 'Name' }).fill('feature')
  await dialog.getByRole('button', { name: 'Create branch' }).click()
  const branch = page.getByRole('listitem', { name: 'Branch feature' })
  await expect(branch.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  const [, { project_ref: ref }] = (await call(account.caller, listBranches, {
    params: { ref: project.ref },
    query: {},
  })) as [unknown, { project_ref: string }]
  const rows = await sqlOf(account.caller, { ref })('select name from goods order by 1')
  expect(rows).toEqual([{ name: 'desk' }, { name: 'lamp' }])
  expect(await copies()).toHaveLength(0)
})

test('a branch is merged, from the button in the header over conflicts and a rehearsal to production', async ({
  page,
  account,
  project,
  sql,
}) => {
  await sql(
    `create table plans (id int primary key, name text, price int);
     insert into plans values (1, 'free', 0), (2, 'pro', 10), (3, 'team', 20)`,
  )
  const { project_ref: ref } = await call(account.caller, createBranch, {
    params: { ref: project.ref },
    query: {},
    body: { branch_name: 'prices' },
  })
  await page.goto(`/project/${project.ref}/branches`)
  const branch = page.getByRole('listitem', { name: 'Branch prices' })
  await expect(branch.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  const onBranch = sqlOf(account.caller, { ref })
  await onBranch(
    `create table coupons (code text primary key); alter table plans add seats int; update plans set price = 12, seats = 5 where id = 2; update plans set price = 1 where id = 1;
     delete from plans where id = 3; insert into plans values (4, 'enterprise', 99, 50)`,
  )
  await sql(
    "update plans set name = 'professional', price = 11 where id = 2; update plans set name = 'none' where id = 1",
  )

  await page.goto(`/project/${ref}`)
  await page.getByRole('button', { name: 'Open merge request' }).click()
  await expect(page).toHaveURL(`/project/${ref}/merge`)
  await expect(page.getByRole('heading', { name: 'Merge prices' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Statement/ }).filter({ hasText: 'seats' })).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('checkbox', { name: /public\.plans/ }).click()
  await expect(page.getByText('1 undecided')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Review rows' }).click()
  const rows = page.getByRole('dialog', { name: 'Rows of public.plans' })
  const conflict = rows.getByRole('listitem', { name: 'Row id 2' })
  await expect(conflict).toContainText('Both sides updated this row')
  await expectAccessible(page)
  await conflict.getByRole('combobox', { name: 'Decision about id 2' }).click()
  await page.getByRole('option', { name: 'Take the row of prices' }).click()
  await expect(conflict.getByRole('combobox')).toContainText('Take the row of prices')
  await expect(rows.getByRole('listitem', { name: 'Row id 1' })).toContainText('both are kept')
  await rows.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1 decided')).toBeVisible()

  const merge = page.getByRole('button', { name: 'Merge into main' })
  await expect(merge).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Rehearse' }).click()
  await expect(page.getByText('It would succeed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('listitem').filter({ hasText: 'public.coupons' })).toContainText('Error')
  await expectAccessible(page)
  expect(await sql('select id from plans where id = 4')).toEqual([])

  const reviewers = page.getByRole('region', { name: 'Reviewers' })
  await reviewers.getByRole('button', { name: 'Request review' }).click()
  await page.getByRole('menuitem').first().click()
  await expect(reviewers.getByText('Waiting')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Prices are right')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(reviewers.getByText('Approved')).toBeVisible()
  await merge.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Merged', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await sql('select id, name, price, seats from plans order by id')).toEqual([
    { id: 1, name: 'none', price: 1, seats: null },
    { id: 2, name: 'pro', price: 12, seats: 5 },
    { id: 4, name: 'enterprise', price: 99, seats: 50 },
  ])
  await expectAccessible(page)
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
