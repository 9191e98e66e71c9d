import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInAsReader, test } from './fixtures.ts'

const shop = `
  create type size as enum ('s', 'm');
  comment on type size is 'Of a shirt';
  create type "Odd ""name"" 🐘." as enum ('a');
  create table shirts (id int primary key, size size);
  insert into shirts values (1, 's')`

test('an enumerated type is created from pasted lines, opens at an address of its own, and is edited', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/sql`)
  await page.getByRole('link', { name: 'Database', exact: true }).click()
  await page.getByRole('link', { name: 'Enumerated Types' }).click()
  await expect(page.getByRole('heading', { name: 'Enumerated types' })).toBeVisible()
  const list = page.getByRole('table', { name: 'Enumerated types of public' })
  await expect(list.getByRole('link')).toHaveText(['Odd "name" 🐘.', 'size'])
  await expect(page.getByText('2 types', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Name, sorted A to Z/ }).click()
  await expect(list.getByRole('link')).toHaveText(['size', 'Odd "name" 🐘.'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New type' }).click()
  const form = page.getByRole('dialog', { name: 'New enumerated type' })
  await form.getByRole('button', { name: 'Create type' }).click()
  await expect(form.getByText('Name the type').first()).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Name' }).fill("state's")
  const first = form.getByRole('textbox', { name: 'Value 1', exact: true })
  await first.focus()
  await first.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'draft\nit\'s "paid"\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(form.getByRole('textbox', { name: 'Value 2', exact: true })).toHaveValue('it\'s "paid"')
  // By keyboard: a value is added and moved up.
  await form.getByRole('textbox', { name: 'Value 2', exact: true }).press('Enter')
  const third = form.getByRole('textbox', { name: 'Value 3', exact: true })
  await expect(third).toBeFocused()
  await third.fill('new')
  await form.getByRole('button', { name: 'Move value 3; use the up and down arrow keys' }).press('ArrowUp')
  await expect(form.getByRole('textbox', { name: 'Value 2', exact: true })).toHaveValue('new')
  // Ends the tooltip of the handle.
  await first.focus()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const code = form.getByRole('region', { name: 'SQL of this change' })
  await expect(code).toContainText('create type "public"."state\'s" as enum (')
  await expect(code).toContainText("'it''s \"paid\"'")
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.reload()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue("state's")
  await form.getByRole('button', { name: 'Create type' }).click()

  const sheet = page.getByRole('dialog', { name: "state's" })
  await expect(sheet.getByText('No column has this type.')).toBeVisible()
  await expect(page).toHaveURL(/panel=view&id=\d+/)
  expect(await sql(`select enum_range(null::"state's")::text as all`)).toEqual([
    { all: '{draft,new,"it\'s \\"paid\\""}' },
  ])
  await page.reload()
  await expect(sheet.getByRole('region', { name: "SQL of state's" })).toContainText('create type')
  await expectAccessible(page)

  await sheet.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: "Edit state's" })
  await expect(edit.getByText('Nothing to change yet.')).toBeVisible()
  await edit.getByRole('textbox', { name: 'Value 1', exact: true }).fill('new')
  await edit.getByRole('button', { name: 'Save type' }).click()
  await expect(edit.getByText('The type has this value already').first()).toBeVisible()
  await edit.getByRole('textbox', { name: 'Value 1', exact: true }).fill('open')
  await expect(edit.getByRole('region', { name: 'SQL of this change' })).toContainText(
    "rename value 'draft' to 'open'",
  )
  await edit.getByRole('button', { name: 'Save type' }).click()
  await expect(sheet.getByText('open', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list.getByRole('link')).toHaveText(["state's", 'size', 'Odd "name" 🐘.'])
})

test('a type is dropped with what depends on it, once that is chosen', async ({ page, project, sql }) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/database/types`)
  await page.getByRole('button', { name: 'Actions for size' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const copy = page.getByRole('dialog', { name: 'Duplicate size' })
  await copy.getByRole('button', { name: 'Create type' }).click()
  await expect(page.getByRole('dialog', { name: 'size_copy' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Actions for size', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete type size?' })
  await expect(question.getByText('column size of table shirts')).toBeVisible()
  await question.getByRole('button', { name: 'Delete type' }).click()
  await expect(question.getByText('Other objects depend on it.')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('checkbox', { name: 'Delete them as well' }).click()
  await expect(question.getByRole('region', { name: 'SQL of this change' })).toContainText('cascade')
  await question.getByRole('button', { name: 'Delete type' }).click()
  await expect(page.getByText('size deleted')).toBeVisible()
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['Odd "name" 🐘.', 'size_copy'])
  expect(await sql('select * from shirts')).toEqual([{ id: 1 }])
})

test('types are found by name, and an address of a type that does not exist says so', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/database/types?find=SIZ`)
  const links = page.getByRole('table').getByRole('link')
  await expect(links).toHaveText(['size'])
  const search = page.getByRole('searchbox', { name: 'Find types' })
  await search.fill('nothing')
  await expect(page.getByText('No types match “nothing”')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(links).toHaveText(['Odd "name" 🐘.', 'size'])
  await page.goto(`/project/${project.ref}/database/types?panel=view&id=1`)
  await expect(page.getByText('Failed to load the type')).toBeVisible()
})

test('a read-only member reads types and sees why they cannot be changed', async ({
  page,
  context,
  account,
  organization,
  project,
  sql,
}) => {
  await sql(shop)
  await signInAsReader(context, account, organization.slug)
  await page.goto(`/project/${project.ref}/database/types`)
  await expect(page.getByRole('button', { name: 'New type' })).toBeDisabled()
  await page.getByRole('link', { name: 'size', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'size' })
  await expect(sheet.getByText('Of a shirt').first()).toBeVisible()
  for (const name of ['Delete', 'Duplicate', 'Edit'])
    await expect(sheet.getByRole('button', { name })).toBeDisabled()
  await expectAccessible(page)
  await page.goto(`/project/${project.ref}/database/types?schema=auth`)
  await expect(page.getByText('auth can only be read')).toBeVisible()
})

test('a composite type and a domain are made under their tabs, used by columns, edited and deleted', async ({
  page,
  project,
  sql,
}) => {
  await page.goto(`/project/${project.ref}/database/types?find=x`)
  // By keyboard, so that the focus has to stay while the list below becomes another.
  await page.getByRole('tab', { name: 'Enumerated' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Composite' })).toBeFocused()
  await expect(page).toHaveURL(/types\?tab=composite$/)
  await expect(page.getByRole('heading', { name: 'Composite types' })).toBeVisible()
  await expect(page.getByText('No types in public')).toBeVisible()
  await page.getByRole('button', { name: 'New type' }).first().click()
  const form = page.getByRole('dialog', { name: 'New composite type' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('home "address"')
  await form.getByRole('button', { name: 'Create type' }).click()
  await expect(form.getByText('Name the attribute').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Name of attribute 1' }).fill('street')
  await form.getByRole('combobox', { name: 'Type of attribute 1' }).fill('text')
  await form.getByRole('button', { name: 'Add attribute' }).click()
  await expect(form.getByRole('textbox', { name: 'Name of attribute 2' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Name of attribute 2' }).fill("number's")
  await form.getByRole('combobox', { name: 'Type of attribute 2' }).fill('int')
  await form.getByRole('button', { name: 'Move attribute 2 up' }).click()
  // Ends the tooltip of the button.
  await form.getByRole('textbox', { name: 'Name', exact: true }).click()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const code = form.getByRole('region', { name: 'SQL of this change' })
  await expect(code).toContainText(/as \(\s*"number's" int,\s*"street" text/)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create type' }).click()
  const sheet = page.getByRole('dialog', { name: 'home "address"' })
  await expect(sheet.getByText('No column has this type.')).toBeVisible()
  await sql(`create table people (id int, home "home ""address""");
    insert into people values (1, row (7, 'Elm'))`)
  await page.reload()
  await expect(sheet.getByRole('link', { name: 'public.people' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit home "address"' })
  await edit.getByRole('textbox', { name: 'Name of attribute 1' }).fill('number')
  await edit.getByRole('button', { name: 'Save type' }).click()
  await expect(sheet.getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(await sql('select (home).number from people')).toEqual([{ number: 7 }])
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Domains' }).click()
  await page.getByRole('button', { name: 'New domain' }).first().click()
  const domain = page.getByRole('dialog', { name: 'New domain' })
  await domain.getByRole('textbox', { name: 'Name', exact: true }).fill('amount')
  await domain.getByRole('combobox', { name: 'Type' }).fill('numeric(10,2)')
  await domain.getByRole('textbox', { name: 'Default' }).fill('1')
  await domain.getByRole('button', { name: 'Add check' }).click()
  await domain.getByRole('textbox', { name: 'Expression of check 1' }).fill('value >')
  await domain.getByRole('button', { name: 'Create domain' }).click()
  await expect(domain.getByText(/syntax error/i).first()).toBeVisible()
  await domain.getByRole('textbox', { name: 'Expression of check 1' }).fill('value > 0')
  await domain.getByRole('textbox', { name: 'Name of check 1' }).fill('positive')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await domain.getByRole('button', { name: 'Create domain' }).click()
  const made = page.getByRole('dialog', { name: 'amount' })
  await expect(made.getByText('VALUE > (0)::numeric').first()).toBeVisible()
  await expectAccessible(page)
  await sql('create table costs (total amount); insert into costs default values')
  expect(await sql('select total::text from costs')).toEqual([{ total: '1.00' }])
  await made.getByRole('button', { name: 'Edit' }).click()
  const change = page.getByRole('dialog', { name: 'Edit amount' })
  await change.getByRole('textbox', { name: 'Expression of check 1' }).fill('value > 5')
  await change.getByRole('button', { name: 'Save domain' }).click()
  await expect(change.getByText(/contains values that violate/).first()).toBeVisible()
  await change.getByRole('checkbox', { name: 'Check the values that exist' }).click()
  await expect(change.getByRole('region', { name: 'SQL of this change' })).toContainText('not valid')
  await change.getByRole('button', { name: 'Save domain' }).click()
  await expect(made.getByText('Not for values that exist')).toBeVisible()
  await made.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete domain amount?' })
  await expect(question.getByText('column total of table costs')).toBeVisible()
  await question.getByRole('checkbox', { name: 'Delete them as well' }).click()
  await question.getByRole('button', { name: 'Delete domain' }).click()
  await expect(page.getByText('No domains in public')).toBeVisible()
})
