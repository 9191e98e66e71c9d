import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { test } from './fixtures.ts'

const shop = `
  create table orders (id int primary key, total int, changed timestamptz);
  create table "Odd ""name"" 🐘." (id int);
  create function stamp() returns trigger language plpgsql as $$ begin new.changed := 'epoch'; return new; end $$;
  create trigger stamped before insert on orders for each row execute function stamp()`

test('a trigger is created from a table and a function, disabled, and deleted', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/database/triggers`)
  const list = page.getByRole('table', { name: 'Triggers of public' })
  await expect(list.getByRole('link')).toHaveText(['stamped'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New trigger' }).click()
  const form = page.getByRole('dialog', { name: 'New trigger' })
  await form.getByRole('button', { name: 'Create trigger' }).click()
  await expect(form.getByText('Name the trigger').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('only "totals"')
  await form.getByRole('combobox', { name: 'Table' }).fill('ord')
  await page.getByRole('option', { name: 'orders' }).click()
  await form.getByRole('combobox', { name: 'Fires' }).click()
  await page.getByRole('option', { name: /^Before the event/ }).click()
  await form.getByRole('checkbox', { name: 'Insert' }).click()
  await form.getByRole('checkbox', { name: 'Update' }).click()
  await form.getByRole('combobox', { name: 'Only when these columns are updated' }).fill('tot')
  await page.getByRole('option', { name: /^total/ }).click()
  await form.getByRole('combobox', { name: 'Function' }).fill('stamp')
  await page.getByRole('option', { name: 'public.stamp' }).click()
  await form.getByText('Condition, arguments and when it is enabled').click()
  await form.getByRole('textbox', { name: 'Condition' }).fill('new.total > 10')
  await expect(form.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'before update of "total" on "public"."orders"',
  )
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await form.getByRole('button', { name: 'Create trigger' }).click()
  const sheet = page.getByRole('dialog', { name: 'only "totals" on orders' })
  await expect(sheet.getByText('before update, each row')).toBeVisible()
  await sql(
    'alter table orders disable trigger stamped; insert into orders values (1, 1), (2, 2); update orders set total = id * 10 + 1 where id = 2',
  )
  expect(await sql('select id, changed is not null as changed from orders order by id')).toEqual([
    { id: 1, changed: false },
    { id: 2, changed: true },
  ])
  await expectAccessible(page)

  await sheet.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit only "totals"' })
  await edit.getByText('Condition, arguments and when it is enabled').click()
  await edit.getByRole('combobox', { name: 'Enabled' }).click()
  await page.getByRole('option', { name: 'Disabled', exact: true }).click()
  await expect(edit.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'disable trigger "only ""totals"""',
  )
  await edit.getByRole('button', { name: 'Save trigger' }).click()
  await expect(sheet.getByText('No', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for only "totals" on orders' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete trigger only "totals" on orders?' })
  await question.getByRole('button', { name: 'Delete trigger' }).click()
  await expect(list.getByRole('link')).toHaveText(['stamped'])
})

test('a constraint trigger waits for the end of the transaction', async ({ page, project, sql }) => {
  await sql(`${shop};
    create function balanced() returns trigger language plpgsql as $$ begin
      if (select sum(total) from orders) <> 0 then raise 'not balanced'; end if; return null; end $$`)
  await page.goto(`/project/${project.ref}/database/triggers?panel=new`)
  const form = page.getByRole('dialog', { name: 'New trigger' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('balance')
  await form.getByRole('combobox', { name: 'Table' }).fill('ord')
  await page.getByRole('option', { name: 'orders' }).click()
  await form.getByRole('checkbox', { name: 'Constraint trigger' }).click()
  await expect(form.getByRole('radio', { name: /^At the end of the transaction/ })).toBeChecked()
  await form.getByRole('combobox', { name: 'Function' }).fill('balanced')
  await page.getByRole('option', { name: 'public.balanced' }).click()
  await expect(form.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'deferrable initially deferred',
  )
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create trigger' }).click()
  await expect(page.getByText('Deferrable, initially deferred')).toBeVisible()
  await sql('begin; insert into orders values (1, 5); insert into orders values (2, -5); commit')
  await expect(sql('insert into orders values (3, 1)')).rejects.toThrow('not balanced')
})
