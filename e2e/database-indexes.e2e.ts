import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { test } from './fixtures.ts'

const shop = `
  create table shirts (id int primary key, name text, price numeric, tags text[]);
  insert into shirts select n, 'shirt ' || n, n % 7, array['a'] from generate_series(1, 1000) n;
  create index "Odd ""name"" 🐘." on shirts (name)`

test('an index is created with a condition, edited, rebuilt and deleted, each with its SQL', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/database/types`)
  await page.getByRole('link', { name: 'Indexes' }).click()
  const list = page.getByRole('table', { name: 'Indexes of public' })
  await expect(list.getByRole('link')).toHaveText(['Odd "name" 🐘.', 'shirts_pkey'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New index' }).click()
  const form = page.getByRole('dialog', { name: 'New index' })
  await form.getByRole('button', { name: 'Create index' }).click()
  await expect(form.getByText('Choose the table').first()).toBeVisible()
  await form.getByRole('combobox', { name: 'Table' }).click()
  await page.getByRole('option', { name: 'shirts' }).click()
  await form.getByRole('combobox', { name: 'Column 1', exact: true }).click()
  await page.getByRole('option', { name: /^price/ }).click()
  await form.getByRole('combobox', { name: 'Order of column 1' }).click()
  await page.getByRole('option', { name: 'Descending, NULLs last' }).click()
  await form.getByRole('button', { name: 'Add expression' }).click()
  await form.getByRole('textbox', { name: 'Expression 2' }).fill('lower(name')
  await form.getByRole('button', { name: 'Create index' }).click()
  await expect(form.getByText('A ( is not closed.').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Expression 2' }).fill('lower(name)')
  await form.getByText('Included columns, condition, parameters').click()
  await form.getByRole('textbox', { name: 'Condition' }).fill('price > 1')
  const code = form.getByRole('region', { name: 'SQL of this change' })
  await expect(code).toContainText('create index concurrently "shirts_price_expr_idx"')
  await expect(code).toContainText('"price" desc nulls last, (lower(name))')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await form.getByRole('button', { name: 'Create index' }).click()

  const sheet = page.getByRole('dialog', { name: 'shirts_price_expr_idx' })
  await expect(sheet.getByText('Valid', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('region', { name: 'SQL of shirts_price_expr_idx' })).toContainText(
    'USING btree (price DESC NULLS LAST, lower(name)) WHERE (price > (1)::numeric)',
  )
  await expectAccessible(page)
  const fileOf = async (name: string) =>
    (await sql(`select pg_relation_filenode('${name}'::regclass) as node`))[0]!.node
  const before = await fileOf('shirts_price_expr_idx')
  await sheet.getByRole('button', { name: 'Rebuild' }).click()
  await expect(page.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'reindex index concurrently',
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rebuild index' }).click()
  await expect(page.getByText('shirts_price_expr_idx rebuilt')).toBeVisible()
  expect(await fileOf('shirts_price_expr_idx')).not.toBe(before)

  await list.getByRole('link', { name: 'shirts_price_expr_idx' }).click()
  await sheet.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit shirts_price_expr_idx' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('cheap')
  await edit.getByRole('textbox', { name: 'Storage parameters' }).fill('fillfactor = 70')
  await edit.getByRole('button', { name: 'Save index' }).click()
  const renamed = page.getByRole('dialog', { name: 'cheap' })
  await expect(renamed.getByRole('region', { name: 'SQL of cheap' })).toContainText("fillfactor='70'")
  await renamed.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete index cheap?' })
  await expect(question.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'drop index concurrently "public"."cheap"',
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete index' }).click()
  await expect(list.getByRole('link')).toHaveText(['Odd "name" 🐘.', 'shirts_pkey'])

  // What enforces a constraint is not deleted as an index.
  await list.getByRole('link', { name: 'shirts_pkey' }).click()
  const key = page.getByRole('dialog', { name: 'shirts_pkey' })
  await expect(key.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sort by Size' }).click()
  await expect(page).toHaveURL(/sort=size&order=desc/)
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Invalid' }).click()
  await expect(page.getByText('No indexes match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(list.getByRole('link')).toHaveCount(2)
})

test('a build is seen after a reload with what it waits for, and its cancel leaves an index to rebuild', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  const blocker = sql("insert into shirts select 0, 'held' from pg_sleep(600)").catch(() => 'cancelled')
  await page.goto(`/project/${project.ref}/database/indexes`)
  await page.getByRole('button', { name: 'New index' }).click()
  const form = page.getByRole('dialog', { name: 'New index' })
  await form.getByRole('combobox', { name: 'Table' }).click()
  await page.getByRole('option', { name: 'shirts' }).click()
  await form.getByRole('combobox', { name: 'Column 1', exact: true }).click()
  await page.getByRole('option', { name: /^price/ }).click()
  await form.getByRole('button', { name: 'Create index' }).click()
  await expect(page.getByText('The index is being built')).toBeVisible()
  const builds = page.getByRole('list', { name: 'Running builds' })
  await expect(builds.getByText('Building shirts_price_idx on public.shirts')).toBeVisible()
  await page.reload()
  await expect(builds.getByText(/Waiting for writers before build/)).toBeVisible()
  await expect(builds.getByText(/insert into shirts select 0/)).toBeVisible()
  await expect(page.getByText('Building', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  await builds.getByRole('button', { name: 'Cancel' }).click()
  await expect(builds).toHaveCount(0)
  await expect(page.getByText(/It was cancelled\. An unfinished index is left/)).toBeVisible()
  expect(
    await sql(
      "select from pg_stat_activity where query like 'create index concurrently%' and state = 'active'",
    ),
  ).toEqual([])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await sql("select pg_cancel_backend(pid) from pg_stat_activity where query like 'insert into shirts%'")
  expect(await blocker).toBe('cancelled')
  await page.getByRole('link', { name: 'shirts_price_idx' }).click()
  const sheet = page.getByRole('dialog', { name: 'shirts_price_idx' })
  await expect(sheet.getByText('This index is not finished')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Rebuild' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rebuild index' }).click()
  await expect(page.getByText('shirts_price_idx rebuilt')).toBeVisible()
  expect(
    await sql("select indisvalid from pg_index where indexrelid = 'shirts_price_idx'::regclass"),
  ).toEqual([{ indisvalid: true }])
})
