import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInAsReader, test } from './fixtures.ts'

test('a role is made with a password and a membership, and is deleted once what it owns is given away', async ({
  page,
  project,
  sql,
}) => {
  await page.goto(`/project/${project.ref}/database/roles`)
  await expect(page.getByText('No roles of your own')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Connections' })).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Protected roles' }).getByRole('link', { name: 'anon' }),
  ).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New role' }).first().click()
  const form = page.getByRole('dialog', { name: 'New role' })
  await form.getByRole('textbox', { name: 'Name' }).fill('anon')
  await form.getByRole('button', { name: 'Create role' }).click()
  await expect(form.getByText('The platform keeps the name anon for itself.').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('Night "shift" 🐘')
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('a password of the shift')
  await form.getByRole('textbox', { name: 'Connection limit' }).fill('3')
  await form.getByRole('combobox', { name: 'Add a membership' }).fill('authentic')
  await page.getByRole('option', { name: 'authenticated' }).click()
  await form.getByRole('button', { name: 'Add setting' }).click()
  await form.getByRole('textbox', { name: 'Setting 1', exact: true }).fill('statement_timeout')
  await form.getByRole('textbox', { name: 'Value of setting 1' }).fill('7s')
  const code = form.getByRole('region', { name: 'SQL of this change' })
  await expect(code).toContainText('grant "authenticated" to "Night ""shift"" 🐘"')
  await expect(code).toContainText('password (not shown)')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await form.getByRole('button', { name: 'Create role' }).click()
  const sheet = page.getByRole('dialog', { name: 'Night "shift" 🐘' })
  await expect(sheet.getByText('0 of 3')).toBeVisible()
  await expectAccessible(page)
  expect(
    await sql(`select rolcanlogin, rolconnlimit, rolconfig, pg_has_role(oid, 'authenticated', 'member') as is_member
      from pg_roles where rolname like 'Night%'`),
  ).toEqual([{ rolcanlogin: true, rolconnlimit: 3, rolconfig: '{statement_timeout=7s}', is_member: true }])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('of the shift')
  await page.keyboard.press('Escape')

  await sql(`grant "Night ""shift"" 🐘" to postgres with inherit true, set true;
    grant create on schema public to "Night ""shift"" 🐘";
    create table watch (id int); alter table watch owner to "Night ""shift"" 🐘"`)
  await page.getByRole('button', { name: 'Actions for Night "shift" 🐘' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('table watch', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Delete role' }).click()
  await expect(question.getByText('Choose what becomes of what depends on the role.')).toBeVisible()
  await question.getByRole('radio', { name: 'Give what it owns to another role' }).click()
  await expect(question.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'reassign owned by',
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete role' }).click()
  await expect(page.getByText('Night "shift" 🐘 deleted')).toBeVisible()
  expect(await sql("select tableowner from pg_tables where tablename = 'watch'")).toEqual([
    { tableowner: 'postgres' },
  ])
})

test('a read-only member reads roles and sees why they cannot be changed', async ({
  page,
  context,
  account,
  organization,
  project,
  sql,
}) => {
  await sql('create role app')
  await signInAsReader(context, account, organization.slug)
  await page.goto(`/project/${project.ref}/database/roles?find=APP`)
  await expect(page.getByRole('button', { name: 'New role' })).toBeDisabled()
  await page.getByRole('link', { name: 'app', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'app' })
  for (const name of ['Delete', 'Duplicate', 'Edit'])
    await expect(sheet.getByRole('button', { name })).toBeDisabled()
  await expectAccessible(page)
})
