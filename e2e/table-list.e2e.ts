import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { openConnected, signInAsReader, signInBrowser, test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'
import { tablesOf } from './table-editor.ts'

const SHOP = `
  create table customers (id bigint primary key, name text);
  create table orders (id bigint primary key, customer bigint references customers on delete cascade, note text default 'it''s');
  create table "a.b ""🐘""" (id int);
  create view grown as select * from customers;
  insert into customers select n, 'customer ' || n from generate_series(1, 120) n`

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Open tables' })
const tab = (page: Page, name: string) => tabsOf(page).getByRole('link', { name })
const labels = (page: Page) => tabsOf(page).getByRole('link').allTextContents()

test('tables open in tabs: previewed, kept, dragged, closed, restored, and known to the SQL editor', async ({
  page,
  project,
  sql,
}) => {
  await sql(SHOP)
  await page.goto(`/project/${project.ref}/editor`)
  const list = tablesOf(page)
  const row = (name: RegExp) => list.getByRole('link', { name })
  await expect(page.getByText('No recent items yet')).toBeVisible()
  await expectAccessible(page)

  await row(/customers/).click()
  await expect(tab(page, 'customers')).toHaveClass(/italic/)
  await row(/grown/).click()
  await expect(tab(page, 'grown')).toBeVisible()
  expect(await labels(page)).toEqual(['grown'])
  await row(/customers/).dblclick()
  await expect(tab(page, 'customers')).not.toHaveClass(/italic/)
  await row(/a\.b "🐘"/).dragTo(tabsOf(page))
  await expect(tab(page, 'a.b "🐘"')).toHaveAttribute('aria-current', 'page')
  await row(/orders/).click()
  await expect(page.getByRole('heading', { name: 'public.orders' })).toBeVisible()
  await expect.poll(() => labels(page)).toEqual(['customers', 'a.b "🐘"', 'orders'])
  await expectAccessible(page)

  // A tab keeps what its table shows, also when it is opened from the list again.
  await tab(page, 'customers').click()
  const grid = page.getByRole('grid', { name: 'Rows of customers' })
  await grid.getByRole('columnheader', { name: /^name text/ }).click()
  await expect(page).toHaveURL(/sort=name:asc/)
  await tab(page, 'orders').click()
  await row(/customers/).click()
  await expect(page).toHaveURL(/sort=name:asc/)

  // Alt and W close the open tab; the next one of this editor takes its place.
  await page.keyboard.press('Alt+w')
  await expect(page.getByRole('heading', { name: 'a.b "🐘"' })).toBeVisible()
  await page.keyboard.press('Alt+Shift+t')
  await expect(page.getByRole('heading', { name: 'public.customers' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'SQL Editor' }).click()
  await expect(page.getByRole('navigation', { name: 'Open queries' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Table Editor' }).click()
  await expect(page.getByRole('heading', { name: 'public.customers' })).toBeVisible()
  await expect(page).toHaveURL(/sort=name:asc/)

  await tabsOf(page).getByRole('button', { name: 'New tab' }).click()
  await expect(page).toHaveURL(/editor\/new/)
  await expect(page.getByRole('region', { name: 'Recent items' }).getByRole('link')).toHaveText([
    'customers',
    'a.b "🐘"',
  ])
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Recent items' }).getByRole('link', { name: 'a.b "🐘"' }).click()
  await expect(page.getByRole('heading', { name: 'a.b "🐘"' })).toBeVisible()

  // Renamed and dropped elsewhere, while their tabs are open.
  await sql('alter table customers rename to people; drop table orders')
  await expect(page.getByText('public.customers is now public.people')).toBeVisible()
  await expect.poll(() => labels(page)).toEqual(['a.b "🐘"', 'people'])

  // The open table says itself that it is gone, and its tab closes.
  await sql('drop table "a.b ""🐘"""')
  await expect(page.getByText('This table does not exist')).toBeVisible()
  await expect.poll(() => labels(page)).toEqual(['people'])
})

test('the menu of a table copies its name and its definition, by mouse and by keyboard', async ({
  page,
  context,
  project,
  sql,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sql(SHOP)
  await page.goto(`/project/${project.ref}/editor`)
  const list = tablesOf(page)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const orders = list.getByRole('link', { name: /orders/ })
  await orders.hover()
  await list.getByRole('button', { name: 'Actions for orders' }).click()
  await page.getByRole('menuitem', { name: 'Copy definition' }).click()
  await expect.poll(clipboard).toContain('CREATE TABLE public.orders (')

  // From the search box with the keyboard alone: to the list, down to a table, into its menu.
  await list.getByRole('link', { name: /a\.b/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('link', { name: /customers/ })).toBeFocused()
  await page.keyboard.press('End')
  await expect(orders).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  // A menu is a layer of its own, outside of the page's landmarks.
  await expectAccessible(page, ['region'])
  await page.getByRole('menuitem', { name: 'Copy name' }).press('Enter')
  await expect.poll(clipboard).toBe('orders')
  await expect(list.getByRole('button', { name: 'Actions for orders' })).toBeFocused()

  await sql('create policy paid on orders for update to authenticated using (id > 7) with check (id > 8)')
  await orders.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'View policies' }).click()
  await expect(page).toHaveURL(/auth\/policies\?schema=\w+&find=orders$/)
  await expect(page.getByRole('heading', { name: 'Policies' })).toBeVisible()
  await expect(page.getByText('paid')).toBeVisible()
  await page.goBack()

  await list.getByRole('link', { name: /grown/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open in a tab that stays' }).click()
  await expect(tab(page, 'grown')).not.toHaveClass(/italic/)
})

test('a table shows its definition, its relationships and its API docs', async ({ page, project, sql }) => {
  await sql(SHOP)
  await page.goto(`/project/${project.ref}/editor`)
  await tablesOf(page)
    .getByRole('link', { name: /orders/ })
    .click()
  const views = page.getByRole('navigation', { name: 'Views of this table' })
  await views.getByRole('link', { name: 'Definition' }).click()
  await expect(page).toHaveURL(/view=definition/)
  const editor = page.getByRole('textbox', { name: 'SQL' })
  await expect(editor).toContainText('CREATE TABLE public.orders')
  await expect(editor).toContainText('ON DELETE CASCADE')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  await page.getByRole('button', { name: 'Open in SQL Editor' }).click()
  await expect(page.getByRole('navigation', { name: 'Open queries' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'SQL' })).toContainText('CREATE TABLE public.orders')
  await page.goBack()

  await views.getByRole('link', { name: 'Relationships' }).click()
  const references = page.getByRole('region', { name: 'References' })
  await expect(references).toContainText('on delete cascade')
  await expectAccessible(page)
  await references.getByRole('link', { name: 'public.customers' }).click()
  await expect(page.getByRole('heading', { name: 'public.customers' })).toBeVisible()
  await views.getByRole('link', { name: 'Relationships' }).click()
  await expect(page.getByRole('region', { name: 'Referenced by' })).toContainText('public.orders')
  await views.getByRole('link', { name: 'Data' }).click()

  await page.getByRole('button', { name: 'API docs' }).click()
  const docs = page.getByRole('dialog', { name: 'API docs' })
  await expect(docs.getByRole('heading', { name: 'customers' })).toBeVisible()
  await choose(docs.getByRole('combobox', { name: 'Language' }), 'curl')
  await expect(docs.getByText(`/p/${project.ref}/rest/v1/customers`).first()).toBeVisible()
  await expectAccessible(page)
})

test('a schema is created, kinds are chosen, and a read-only member is told why not', async ({
  page,
  context,
  account,
  organization: { slug },
  project,
  sql,
}) => {
  await sql(SHOP)
  await page.goto(`/project/${project.ref}/editor`)
  const list = tablesOf(page)
  await list.getByRole('button', { name: 'Filter by kind' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Table', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(list.getByText('1 entity')).toBeVisible()
  await page.reload()
  await expect(list.getByText('1 entity')).toBeVisible()

  const picker = list.getByRole('combobox', { name: /^Schema:/ })
  await picker.click()
  await page.getByRole('button', { name: 'Create a new schema' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a new schema' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('public')
  await expectAccessible(page)
  await name.press('Enter')
  await expect(dialog.getByText('There is a schema named public already.')).toBeVisible()
  await name.fill('it\'s "my" 🐘')
  await expect(dialog.getByText('create schema "it\'s ""my"" 🐘"')).toBeVisible()
  await name.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Schema: it\'s "my" 🐘' })).toBeVisible()

  await picker.click()
  await page.getByRole('option', { name: /^auth/ }).click()
  await list.getByRole('button', { name: 'Learn more' }).click()
  await expect(page.getByRole('dialog', { name: 'Protected schemas' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await signInAsReader(context, account, slug)
  await page.goto(`/project/${project.ref}/editor`)
  await picker.click()
  const create = page.getByRole('button', { name: 'Create a new schema' })
  await expect(create).toBeDisabled()
  await expect(create).toHaveAccessibleDescription(/change data with SQL in this project/)
})

test('ten thousand tables are scrolled and searched without loading them all', async ({
  page,
  project,
  sql,
}) => {
  await sql('create schema many')
  // A transaction cannot hold the locks of ten thousand new tables.
  for (let first = 1; first <= 10_000; first += 1000)
    await sql(`do $$ begin for i in ${first}..${first + 999} loop
      execute format('create table many.t%s ()', lpad(i::text, 5, '0')); end loop; end $$`)
  const requests: string[] = []
  page.on('request', (request) => {
    if (/\/entities\?/.test(request.url())) requests.push(request.url())
  })
  await page.goto(`/project/${project.ref}/editor?schema=many`)
  const list = tablesOf(page)
  await expect(list.getByText('10,000 entities')).toBeVisible()
  await expect(list.getByRole('link', { name: 't00001' })).toBeVisible()
  // Once, and once more when the news of the last new tables arrives after that.
  expect(requests.length).toBeLessThanOrEqual(2)
  expect(await list.getByRole('listitem').count()).toBeLessThan(100)
  await list.getByRole('link', { name: 't00001' }).focus()
  // The end is that of the tables that have arrived so far.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(list.getByRole('link', { name: 't00200' })).toBeFocused({ timeout: 1000 })
  }).toPass()
  expect(requests.length).toBeLessThan(6)
  await list.getByRole('searchbox', { name: 'Search tables' }).fill('T0999')
  await expect(list.getByText('10 entities')).toBeVisible()
  await list.getByRole('link', { name: 't09999' }).click()
  await expect(page.getByRole('heading', { name: 'many.t09999' })).toBeVisible()
})

test('a table that SQL makes or drops in one browser comes and goes in the list of another, and in what the editor completes', async ({
  browser,
  page,
  account,
  project,
  sql,
}) => {
  const context = await browser.newContext()
  await signInBrowser(context, account)
  const other = await context.newPage()
  await openConnected(other, `${process.env.BASALT_E2E_ORIGIN}/project/${project.ref}/editor`)
  await expect(tablesOf(other).getByText('No entities available', { exact: true })).toBeVisible()

  await openConnected(page, `${process.env.BASALT_E2E_ORIGIN}/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run('create table made_by_sql as select 1 as id')
  await expect(tablesOf(other).getByRole('link', { name: /made_by_sql/ })).toBeVisible()
  await tablesOf(other)
    .getByRole('link', { name: /made_by_sql/ })
    .dblclick()
  const grid = other.getByRole('grid', { name: 'Rows of made_by_sql' })
  await expect(grid.getByRole('columnheader', { name: /^id / })).toBeVisible()

  await expect(async () => {
    await editor.write('select * from made_b')
    await page.keyboard.press('Control+Space')
    await expect(page.getByRole('option', { name: /made_by_sql/ })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await editor.run('alter table made_by_sql add column note text')
  await expect(grid.getByRole('columnheader', { name: /^note / })).toBeVisible()
  await sql('drop table made_by_sql')
  await expect(tablesOf(other).getByRole('link', { name: /made_by_sql/ })).toHaveCount(0)
  await context.close()
})
