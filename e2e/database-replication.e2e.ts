import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { newProject, sqlOf, test } from './fixtures.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9-old'

test('a subscription is created, paused and dropped, and a slot that holds WAL is dropped', async ({
  page,
  account,
  organization,
  project,
  sql,
}) => {
  const shop = await newProject(account, organization, 'Shop', PASSWORD)
  const inShop = sqlOf(account.caller, shop)
  const [{ port } = {}] = await inShop(`
    create table public.orders (id int primary key); insert into public.orders select generate_series(1, 100);
    create publication orders for table public.orders;
    select current_setting('port') as port`)
  await sql('create table public.orders (id int primary key)')
  await page.goto(`/project/${project.ref}/database/replication`)
  await expect(page.getByText('No subscriptions')).toBeVisible()
  await expect(page.getByText('No replication slots')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create a subscription' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('From shop')
  await dialog.getByRole('button', { name: 'Create subscription' }).click()
  await expect(dialog.getByText('Use lower-case letters, digits and underscores')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('from_shop')
  await dialog
    .getByLabel('Connection string of the publisher')
    .fill(`postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`)
  await dialog.getByLabel('Publications').fill('absent')
  await dialog.getByRole('button', { name: 'Create subscription' }).click()
  await expect(dialog.getByText('The publisher has no publication absent.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Publications').fill('orders')
  await expect(dialog.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'publication "orders"',
  )
  await dialog.getByRole('button', { name: 'Create subscription' }).click()
  await expect(dialog).toBeHidden()
  const subscriptions = page.getByRole('region', { name: 'Subscriptions' })
  await expect(subscriptions.getByText('Connected')).toBeVisible({ timeout: 30_000 })
  await subscriptions.getByText('1 table', { exact: true }).click()
  await expect(subscriptions.getByText('Streaming')).toBeVisible({ timeout: 30_000 })
  expect(await sql('select count(*)::int as count from public.orders')).toEqual([{ count: 100 }])
  await expectAccessible(page)

  const question = page.getByRole('alertdialog')
  const actions = subscriptions.getByRole('button', { name: 'Actions for from_shop' })
  const sqlShown = page.getByRole('region', { name: 'SQL of this change' })
  await inShop('create table public.late (id int primary key); create publication late for table public.late')
  await sql('create table public.late (id int primary key)')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit from_shop' })
  await expect(form.getByText('Nothing to change yet.')).toBeVisible()
  await form.getByLabel('Publications').fill('orders, late')
  await expect(sqlShown).toContainText('set publication "orders", "late";')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save subscription' }).click()
  await expect(form).toBeHidden()
  await expect(subscriptions.getByText('Publications orders, late')).toBeVisible()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const copy = page.getByRole('dialog', { name: 'Duplicate from_shop' })
  await expect(copy.getByLabel('Name', { exact: true })).toHaveValue('from_shop_copy')
  await expect(copy.getByLabel('Publications')).toHaveValue('orders, late')
  await copy.getByRole('button', { name: 'Cancel' }).click()

  await subscriptions.getByRole('button', { name: 'Refresh' }).click()
  await expect(sqlShown).toContainText('alter subscription "from_shop" refresh publication;')
  await question.getByRole('button', { name: 'Refresh subscription' }).click()
  await expect(question).toBeHidden()
  await subscriptions.getByRole('button', { name: 'Disable' }).click()
  await expect(sqlShown).toContainText('alter subscription "from_shop" disable;')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Disable subscription' }).click()
  await expect(subscriptions.getByText('Disabled')).toBeVisible()
  // At the publisher, the slot now waits for nobody.
  await page.goto(`/project/${shop.ref}/database/replication`)
  const slots = page.getByRole('region', { name: 'Slots' })
  await expect(slots.getByRole('cell', { name: 'from_shop pgoutput' })).toBeVisible()
  await expect(slots.getByText('None', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await slots.getByRole('button', { name: 'Drop the slot from_shop' }).click()
  await expect(page.getByRole('region', { name: 'SQL of this change' })).toContainText(
    "pg_drop_replication_slot('from_shop')",
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Drop slot' }).click()
  await expect(slots.getByText('No replication slots')).toBeVisible()
  expect(await inShop('select slot_name from pg_replication_slots')).toEqual([])

  await page.goto(`/project/${project.ref}/database/replication`)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Drop' }).click()
  await question.getByRole('checkbox', { name: 'The publisher is away: leave its slot there' }).click()
  await expect(question.getByRole('region', { name: 'SQL of this change' })).toContainText('slot_name = none')
  await question.getByRole('button', { name: 'Drop subscription' }).click()
  await expect(page.getByText('No subscriptions')).toBeVisible()
  expect(await sql('select subname from pg_subscription')).toEqual([])
})
