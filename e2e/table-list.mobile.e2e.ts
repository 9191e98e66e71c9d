import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'
import { tablesOf } from './table-editor.ts'

test('on a phone the list of tables is a screen of its own, and opens over a table', async ({
  page,
  project: { ref },
  sql,
}) => {
  await sql(`create table customers (id bigint primary key, name text);
    create table orders (id bigint primary key, customer bigint references customers);
    insert into customers values (1, 'Ada')`)
  await page.goto(`/project/${ref}/editor`)
  const list = tablesOf(page)
  await expect(list.getByText('2 entities')).toBeVisible()
  expect((await list.boundingBox())!.width).toBe(page.viewportSize()!.width)
  await expectAccessible(page)

  await list.getByRole('button', { name: 'Actions for customers' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy definition' })).toBeVisible()
  await page.keyboard.press('Escape')
  await list.getByRole('link', { name: /customers/ }).click()
  await expect(page.getByRole('gridcell', { name: 'Ada' })).toBeVisible()
  await expect(list).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Relationships' }).click()
  await page
    .getByRole('region', { name: 'Referenced by' })
    .getByRole('link', { name: 'public.orders' })
    .click()
  await expect(page.getByRole('heading', { name: 'public.orders' })).toBeVisible()

  await page.getByRole('button', { name: 'Tables', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Tables' })
  await expect(sheet.getByRole('link', { name: /orders/ })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await sheet.getByRole('link', { name: /customers/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { name: 'public.customers' })).toBeVisible()
})
