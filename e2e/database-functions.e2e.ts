import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInAsReader, test } from './fixtures.ts'

const shop = `
  create table orders (id int primary key, total int);
  insert into orders values (1, 10), (2, 20);
  create function total(low int, high int default 100) returns setof orders language sql stable
    begin atomic select * from orders where total between low and high; end;
  create function total(name text) returns text language sql return upper(name);
  create view totals as select total('x') as t`

test('a function is written with its mistakes marked, created, called and changed', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/database/functions`)
  const list = page.getByRole('table', { name: 'Functions of public' })
  await expect(list.getByRole('link')).toHaveText(['total', 'total'])
  await expect(list.getByRole('link', { name: 'total(name text)' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New function' }).click()
  const form = page.getByRole('dialog', { name: 'New function' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('it\'s "sum"')
  await form.getByRole('button', { name: 'Add argument' }).click()
  await form.getByRole('textbox', { name: 'Name of argument 1' }).fill('a')
  await form.getByRole('combobox', { name: 'Type of argument 1' }).fill('integer')
  await form.getByRole('textbox', { name: 'Default of argument 1' }).fill('1')
  await form.getByRole('combobox', { name: 'Type that it returns' }).fill('integer')
  const body = form.getByRole('textbox', { name: 'Body' })
  await expect(body).toHaveClass(/cm-content/)
  const write = async (text: string) => {
    await body.press('ControlOrMeta+a')
    await body.press('Delete')
    await page.keyboard.insertText(text)
  }
  await write('begin\n  return a +;\nend;')
  await expect(form.getByText(/^Line 2: Syntax error/)).toBeVisible()
  await expect(form.locator('.cm-error-token')).toHaveText(';')
  await write('begin\n  return a + 1;\nend;')
  await expect(form.getByText(/^Line 2/)).toHaveCount(0)
  await expect(form.getByRole('region', { name: 'SQL of this change' })).toContainText('$function$')
  await form.getByRole('radio', { name: 'Its owner' }).click()
  await form.getByRole('button', { name: 'Set an empty search path' }).click()
  await expect(form.getByRole('textbox', { name: 'Value of setting 1' })).toHaveValue('""')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await form.getByRole('button', { name: 'Create function' }).click()

  const sheet = page.getByRole('dialog', { name: 'it\'s "sum"(a integer)' })
  await expect(sheet.getByRole('region', { name: 'SQL of this call' })).toContainText(
    'select * from "public"."it\'s ""sum"""();',
  )
  expect(await sql('select "it\'s ""sum"""(4) as sum')).toEqual([{ sum: 5 }])
  await sheet.getByRole('textbox', { name: 'Value of a' }).fill("4'")
  await sheet.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Run', exact: true }).click()
  await expect(sheet.getByText(/invalid input syntax for type integer/).first()).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Value of a' }).fill('41')
  await sheet.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Run', exact: true }).click()
  await expect(sheet.getByRole('gridcell', { name: '42' })).toBeVisible()
  await expectAccessible(page)

  await sheet.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit it\'s "sum"' })
  await edit.getByRole('combobox', { name: 'Type that it returns' }).fill('bigint')
  await expect(edit.getByText('PostgreSQL cannot change this in place')).toBeVisible()
  await edit.getByRole('button', { name: 'Save function' }).click()
  await expect(sheet.getByRole('region', { name: /^SQL of it's/ })).toContainText('returns bigint')
  await sheet.getByRole('button', { name: 'Open in SQL Editor' }).click()
  await expect(page).toHaveURL(/\/sql\//)
  await expect(page.getByRole('textbox', { name: 'SQL' })).toContainText('select * from "public"')
})

test('a function of which another has the name is dropped with what depends on it, and readers see why they cannot', async ({
  page,
  context,
  account,
  organization,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/database/functions`)
  await page.getByRole('button', { name: 'Actions for total(name text)' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete function total(name text)?' })
  await expect(question.getByText('view totals')).toBeVisible()
  await question.getByRole('checkbox', { name: 'Delete them as well' }).click()
  await expect(question.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'drop function "public"."total"(name text) cascade',
  )
  await question.getByRole('button', { name: 'Delete function' }).click()
  await expect(page.getByText('total(name text) deleted')).toBeVisible()
  expect(await sql("select to_regclass('totals') as view")).toEqual([{ view: null }])

  await page.getByRole('link', { name: 'total(low integer, high integer)' }).click()
  const sheet = page.getByRole('dialog', { name: 'total(low integer, high integer)' })
  await expect(sheet.getByRole('region', { name: 'SQL of this call' })).toContainText(`'0'::integer);`)
  await sheet.getByRole('textbox', { name: 'Value of low' }).fill('')
  await expect(sheet.getByText('Enter low, or pass NULL.')).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Value of low' }).fill('15')
  await expect(sheet.getByRole('region', { name: 'SQL of this call' })).toContainText(
    `"low" => '15'::integer);`,
  )
  await sheet.getByRole('button', { name: 'Run' }).click()
  await expect(sheet.getByRole('gridcell', { name: '20' })).toBeVisible()
  await page.goto(`/project/${project.ref}/database/functions?panel=view&id=1`)
  await expect(page.getByText('Failed to load the function')).toBeVisible()

  await signInAsReader(context, account, organization.slug)
  await page.goto(`/project/${project.ref}/database/functions?schema=auth`)
  await expect(page.getByText('auth can only be read')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New function' })).toBeDisabled()
})
