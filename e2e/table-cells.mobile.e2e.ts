import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'
import { changesOf, openTable } from './table-editor.ts'

const expectNoOverflow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

test('on a phone a row is read, changed and added in the panel', async ({ page, project, sql }) => {
  await sql(`create table authors (id int primary key, name text);
    insert into authors values (1, 'Ada'), (2, 'Grace');
    create table books (id int primary key, title text not null, author int references authors, read_at timestamptz, meta jsonb);
    insert into books values (1, 'First', 1, '2026-01-02 03:04:05+00', '{"pages": 7}')`)
  await openTable(page, sql, project, 'books')
  await expectNoOverflow(page)
  await expectAccessible(page)
  // Header and footer are one line each, whose controls a finger can hit.
  const filter = page.getByRole('button', { name: 'Filter' })
  for (const bar of [filter, page.getByRole('button', { name: 'Next page' })]) {
    const { height } = (await bar.boundingBox())!
    expect(height).toBeGreaterThanOrEqual(44)
    const parent = bar.locator('xpath=ancestor::*[self::header or self::footer][1]')
    expect((await parent.boundingBox())!.height).toBeLessThan(60)
  }
  const pageBox = page.getByRole('textbox', { name: 'Page' }).locator('..')
  expect((await pageBox.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  // The menu of a column is always there on a phone, and covers nothing of its type.
  const header = page.getByRole('columnheader', { name: /^title text/ })
  const [menu, type] = await Promise.all([
    header.getByRole('button', { name: 'Menu of title' }).boundingBox(),
    header.getByText('text', { exact: true }).boundingBox(),
  ])
  expect(type!.x + type!.width).toBeLessThanOrEqual(menu!.x)
  await page.getByRole('button', { name: 'Open row' }).tap()
  const row = page.getByRole('dialog', { name: 'Row with id = 1' })
  await expect(row.getByRole('textbox', { name: 'title' })).toHaveValue('First')
  await row.getByText('Referenced row').tap()
  await expect(row.getByText('Ada')).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await row.getByRole('textbox', { name: 'title' }).fill('Second')
  await row.getByRole('button', { name: 'Choose a row' }).tap()
  await row.getByRole('button', { name: /Grace/ }).tap()
  await row.getByRole('button', { name: 'Keep changes' }).tap()
  const changes = changesOf(page)
  await expect(changes.getByText('1 change', { exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await changes.getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(changes).toBeHidden()
  expect(await sql('select title, author from books')).toEqual([{ title: 'Second', author: 2 }])

  await page.getByRole('button', { name: 'Insert row', exact: true }).tap()
  const added = page.getByRole('dialog', { name: 'New row' })
  await added.getByRole('textbox', { name: 'id', exact: true }).fill('2')
  await added.getByRole('textbox', { name: 'title' }).fill('Third')
  await expectAccessible(page)
  await added.getByRole('button', { name: 'Add row' }).tap()
  await changes.getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(changes).toBeHidden()
  expect(await sql('select title from books order by id')).toEqual([{ title: 'Second' }, { title: 'Third' }])
})
