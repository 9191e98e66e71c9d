import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { test } from './fixtures.ts'

const shop = `
  create table customers (id bigint generated always as identity primary key, email text not null unique);
  create table "odd ""name"" | 🐘" (id int primary key, customer bigint references customers on delete cascade);
  create table orders (id uuid primary key, customer_id bigint not null references customers, placed_at timestamptz);
  create table order_lines (order_id uuid references orders, number int, primary key (order_id, number));
  create table logs (line text);
  comment on table orders is 'One for each basket that was paid'`

interface Counted {
  tableRenders: number
}

/**
 * Counts in `window.tableRenders` how often boxes of tables are rendered again. React tells its developer tools of each
 * commit; the tree of before is the alternate of the one that was rendered.
 */
function countRenders() {
  interface Fiber {
    alternate: Fiber | null
    child: Fiber | null
    sibling: Fiber | null
    flags: number
    type: unknown
    memoizedProps: { data?: { box?: unknown } } | null
  }
  const PERFORMED_WORK = 1
  const counted = window as unknown as Counted & Record<string, unknown>
  counted.tableRenders = 0
  const visit = (fiber: Fiber) => {
    const before = fiber.alternate
    const isRendered = typeof fiber.type === 'function' && (fiber.flags & PERFORMED_WORK) !== 0
    if (before && isRendered && fiber.memoizedProps?.data?.box) counted.tableRenders += 1
    if (before && before.child === fiber.child) return
    for (let child = fiber.child; child; child = child.sibling) visit(child)
  }
  counted.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visit(root.current),
  }
}

test('the visualizer shows the tables of a schema, looks at one, keeps where it was put, and exports all', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/sql`)
  await page.getByRole('link', { name: 'Database', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Schema visualizer' })).toBeVisible()
  const diagram = page.getByRole('region', { name: 'Diagram of public' })
  const box = (name: string) => diagram.getByRole('group', { name: new RegExp(`^Table ${name}, `) })
  await expect(box('orders')).toContainText('FKcustomer_idbigint')
  await expect(box('customers')).toContainText('UQemailtext')
  await expect(diagram.locator('path[data-foreign-keys]')).toHaveAttribute('data-foreign-keys', '3')
  await expect(page.getByText('5 tables', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // By keyboard: the table with its neighbours.
  await box('orders').focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Table orders' })
  await expect(details).toContainText('One for each basket that was paid')
  await expect(details).toContainText('customer_id →refers to customers (id)')
  await expect(details).toContainText('id ←referenced by order_lines (order_id)')
  await expect(page).toHaveURL(/table=\d+/)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await details.getByRole('button', { name: 'customers' }).click()
  await expect(page.getByRole('complementary', { name: 'Table customers' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('complementary', { name: 'Table customers' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await diagram.getByRole('button', { name: /^Show everything/ }).click()

  const placeOf = (name: string) => box(name).evaluate((element) => getComputedStyle(element).transform)
  const before = await placeOf('logs')
  const { x, y } = (await box('logs').boundingBox())!
  await page.mouse.move(x + 20, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 120, y + 70, { steps: 4 })
  await page.mouse.up()
  const after = await placeOf('logs')
  expect(after).not.toBe(before)
  await page.reload()
  await expect(box('logs')).toBeVisible()
  expect(await placeOf('logs')).toBe(after)
  await diagram.getByRole('button', { name: 'Arrange all tables' }).click()
  await expect.poll(() => placeOf('logs')).toBe(before)

  const search = page.getByRole('searchbox', { name: 'Find tables and columns' })
  await search.fill('CUSTOMER_')
  await expect(page.getByText('1 table found')).toBeVisible()
  await search.fill('no such thing')
  await expect(page.getByText('No tables or columns match “no such thing”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(box('logs')).toBeVisible()

  const exported = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name, exact: true }).click()
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const png = await exported('PNG image')
  expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual(['public.png', 'PNG'])
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(1000)
  const svg = await exported('SVG image')
  // A browser shows it with its own fonts, and nothing is loaded from elsewhere.
  const picture = await page.context().newPage()
  await picture.setContent(svg.bytes.toString())
  await expect(picture.locator('text').filter({ hasText: 'odd "name" | 🐘' })).toBeVisible()
  expect(await picture.evaluate(() => document.fonts.check("12px 'JetBrains Mono Variable'"))).toBe(true)
  await picture.close()
  const ddl = await exported('SQL')
  expect(ddl.name).toBe('public.sql')
  await sql(`drop table order_lines, orders, "odd ""name"" | 🐘", customers, logs; ${ddl.bytes.toString()}`)
  expect(
    await sql(`select count(*)::int from pg_constraint where contype = 'f' and conparentid = 0
    and conrelid::regclass::text in ('orders', 'order_lines', '"odd ""name"" | 🐘"')`),
  ).toEqual([{ count: 3 }])
  expect((await exported('Markdown')).bytes.toString()).toContain('## odd "name" \\| 🐘')
  expect((await exported('DBML')).bytes.toString()).toContain('order_lines.order_id > orders.id')

  await page.getByRole('button', { name: 'List', exact: true }).click()
  const list = page.getByRole('region', { name: 'Tables of public and their relations' })
  await expect(list.getByRole('region', { name: 'order_lines' })).toContainText(
    'order_id →refers to orders (id)',
  )
  await expect(list.getByRole('region', { name: 'logs' })).toContainText('No foreign keys.')
  await expectAccessible(page)
  await list.getByRole('region', { name: 'logs' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/editor\/\d+/)

  // Five hundred tables, each of which refers to the one before its half.
  await sql(`create schema big; do $$ begin
    for n in 1 .. 500 loop
      execute format('create table big.t%s (id int primary key, note text, "at" timestamptz%s)', n,
        case when n > 1 then format(', parent int references big.t%s', n / 2) else '' end);
    end loop; end $$`)
  await page.addInitScript(countRenders)
  const renders = () => page.evaluate(() => (window as unknown as Counted).tableRenders)
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.goto(`/project/${project.ref}/database/schemas?schema=big`)
  await expect(page.getByText('500 tables', { exact: true })).toBeVisible()
  const big = page.getByRole('region', { name: 'Diagram of big' })
  const boxes = big.locator('.react-flow__node')
  // As a whole, each is its name and nothing else. They were arranged beside the page.
  await expect(boxes).toHaveCount(500)
  await expect(big.getByText('timestamptz')).toHaveCount(0)
  const elements = () => boxes.locator('*').count()
  expect(await elements()).toBeLessThan(500 * 6)
  // All foreign keys together are one element.
  await expect(big.locator('path[data-foreign-keys]')).toHaveAttribute('data-foreign-keys', '499')
  expect(await big.locator('svg path').count()).toBeLessThan(20)
  expect(workers).toHaveLength(1)
  // Moving and zooming it renders no table again.
  const settled = await renders()
  const region = (await big.boundingBox())!
  await page.mouse.move(region.x + 6, region.y + 6)
  await page.mouse.down()
  await page.mouse.move(region.x + 60, region.y + 40, { steps: 8 })
  await page.mouse.up()
  const zoomOf = () =>
    big.locator('.react-flow__viewport').evaluate((element) => new DOMMatrix(element.style.transform).a)
  const zoom = await zoomOf()
  await page.mouse.wheel(0, -40)
  await expect.poll(zoomOf).toBeGreaterThan(zoom)
  expect(await renders()).toBe(settled)

  // Close up, only what is in view exists.
  await page.getByRole('searchbox', { name: 'Find tables and columns' }).fill('t417')
  const found = big.getByRole('group', { name: /^Table t417, / })
  await expect(found).toContainText('timestamptz')
  expect(await renders()).toBeGreaterThan(settled)
  await expect.poll(() => boxes.count()).toBeLessThan(60)
  expect(await elements()).toBeLessThan(60 * 40)
  await found.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Table t417' })).toContainText('refers to t208 (id)')
  const corner = () => found.evaluate((element) => getComputedStyle(element).transform)
  const from = await corner()
  const still = await renders()
  const { x: left, y: upper } = (await found.boundingBox())!
  await page.mouse.move(left + 20, upper + 10)
  await page.mouse.down()
  await page.mouse.move(left + 90, upper + 50, { steps: 30 })
  await page.mouse.up()
  expect(await corner()).not.toBe(from)
  // Nor does each step of a dragged one.
  expect((await renders()) - still).toBeLessThan(15)
  await expect.poll(() => boxes.count()).toBeLessThan(60)
})
