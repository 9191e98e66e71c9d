import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { test } from './fixtures.ts'
import { changesOf, openTable } from './table-editor.ts'

const editorOf = (page: Page) => page.getByRole('form', { name: /^Edit / })

/** The cell of a column in the row that has a text, or in the only row. */
async function cellOf(grid: Locator, row: RegExp | 'only', column: string) {
  const header = grid.getByRole('columnheader', { name: new RegExp(`(^| )${column} `) })
  const place = await header.getAttribute('aria-colindex')
  const line = row === 'only' ? grid.getByRole('row').nth(1) : grid.getByRole('row', { name: row })
  return line.locator(`[role=gridcell][aria-colindex="${place}"]`)
}

async function save(page: Page) {
  await changesOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(changesOf(page)).toBeHidden()
}

test('each type is edited with what it offers, exactly', async ({ page, project, sql }) => {
  await sql(`
    create type mood as enum ('calm', 'tense', 'it''s');
    create table authors (country text, id int, name text not null, primary key (country, id));
    insert into authors select 'DE', n, 'Author ' || n from generate_series(1, 120) n;
    insert into authors values ('FR', 7, 'Colette');
    create table every_type (
      id int primary key, t text, n numeric, b bool, d date, ts timestamptz, j jsonb, m mood, a text[], u uuid,
      bin bytea, country text, author int, foreign key (country, author) references authors);
    insert into every_type (id, t, country, author) values (1, 'one', 'DE', 3)`)
  const grid = await openTable(page, sql, project, 'every_type')
  const cell = (column: string) => cellOf(grid, 'only', column)
  const open = async (column: string) => {
    await (await cell(column)).dblclick()
    return editorOf(page)
  }
  const keep = () => page.keyboard.press('Enter')

  // A number keeps every digit, and a text that is none is told before it is saved.
  let editor = await open('n')
  await editor.getByRole('textbox').fill('12,5')
  await expect(editor.getByText('This is not a number.')).toBeVisible()
  await editor.getByRole('textbox').fill('0.10000000000000000000000000001')
  await keep()

  editor = await open('b')
  await page.keyboard.press('ArrowDown')
  await expect(editor.getByRole('button', { name: 'true' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(await cell('b')).toHaveText('false')

  editor = await open('d')
  await editor.getByLabel('Pick d').fill('2026-02-03')
  await expect(editor.getByRole('textbox', { name: 'd', exact: true })).toHaveValue('2026-02-03')
  await editor.getByRole('button', { name: 'Keep' }).click()

  editor = await open('ts')
  await editor.getByRole('textbox', { name: 'ts', exact: true }).fill('2026-02-03 04:05:06+05:45')
  await editor.getByLabel('Pick ts').fill('2026-02-04T04:05:06')
  await expect(editor.getByRole('textbox', { name: 'ts', exact: true })).toHaveValue(
    '2026-02-04 04:05:06+05:45',
  )
  await editor.getByRole('button', { name: 'Keep' }).click()

  editor = await open('j')
  await editor.getByRole('textbox').fill('{"b": 1.10, "a": [true')
  await expect(editor.getByText(/This is not JSON/)).toBeVisible()
  await editor.getByRole('textbox').fill('{"b": 12345678901234567890.10, "a": [true, {"c": "x"}]}')
  await editor.getByRole('button', { name: 'Tree' }).click()
  const tree = editor.getByRole('region', { name: 'Tree of j' })
  const whole = editor.getByRole('textbox', { name: 'j', exact: true })
  await expect(tree.getByRole('textbox', { name: 'Value of b' })).toHaveValue('12345678901234567890.10')
  await tree.getByRole('button', { name: 'Open a' }).click()
  await tree.getByRole('button', { name: 'Open a[1]' }).click()
  await tree.getByRole('textbox', { name: 'Value of a[1].c' }).fill('"y')
  await expect(tree.getByText('Write the value as JSON')).toBeVisible()
  await expect(tree.getByRole('button', { name: 'Remove a[0]' })).toBeDisabled()
  await page.keyboard.type('"')
  await tree.getByRole('button', { name: 'Remove a[0]' }).click()
  await expect(whole).toHaveValue('{"b": 12345678901234567890.10, "a": [{"c": "y"}]}')
  await tree.getByRole('button', { name: 'Add key to the value' }).click()
  await expect(tree.getByRole('textbox', { name: 'Key key' })).toBeFocused()
  await page.keyboard.insertText('n')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('0.10')
  await expect(whole).toHaveValue('{"b": 12345678901234567890.10, "a": [{"c": "y"}], "n": 0.10}')
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Keep' }).click()

  editor = await open('m')
  await editor.getByRole('button', { name: "it's" }).click()
  await expect(await cell('m')).toHaveText("it's")

  editor = await open('a')
  await editor.getByRole('button', { name: 'Add item' }).click()
  await expect(editor.getByRole('textbox', { name: 'Item 1' })).toBeFocused()
  await page.keyboard.insertText('a,"b" {c}')
  await editor.getByRole('button', { name: 'Add item' }).click()
  await editor.getByRole('button', { name: 'Set item 2 to NULL' }).click()
  await expect(editor.getByRole('textbox', { name: 'a', exact: true })).toHaveValue('{"a,\\"b\\" {c}",NULL}')
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Keep' }).click()

  editor = await open('u')
  await editor.getByRole('button', { name: 'Generate' }).click()
  const uuid = await editor.getByRole('textbox').inputValue()
  await editor.getByRole('button', { name: 'Keep' }).click()

  editor = await open('bin')
  await editor
    .getByLabel('File for bin')
    .setInputFiles({ name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 255, 39]) })
  await expect(editor.getByRole('textbox')).toHaveValue('\\x00ff27')
  const download = page.waitForEvent('download')
  await editor.getByRole('button', { name: 'Download 3 bytes' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
  expect([...Buffer.concat(chunks)]).toEqual([0, 255, 39])
  await editor.getByRole('button', { name: 'Keep' }).click()

  // A row of the referenced table sets the whole key.
  editor = await open('author')
  await expect(editor.getByRole('list', { name: 'Rows of authors' }).getByRole('button')).toHaveCount(50)
  await editor.getByRole('searchbox', { name: 'Search authors' }).fill('colet')
  await expect(editor.getByRole('list', { name: 'Rows of authors' }).getByRole('button')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(await cell('country')).toContainText('FR')
  await (await cell('author')).getByRole('button', { name: 'Show the row of authors' }).click()
  const peek = page.getByRole('dialog', { name: 'Referenced row' })
  await expect(peek.getByText('Colette')).toBeVisible()
  await expect(peek.getByRole('link', { name: 'Open table' })).toHaveAttribute('href', /filter=country/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await expect(changesOf(page).getByText('1 change', { exact: true })).toBeVisible()
  await save(page)
  expect(
    await sql(
      "select n::text, b, d::text, ts at time zone 'UTC' = '2026-02-03 22:20:06' as ts, j::text, m::text, a, u::text, bin::text, country, author from every_type",
    ),
  ).toEqual([
    {
      n: '0.10000000000000000000000000001',
      b: false,
      d: '2026-02-03',
      ts: true,
      j: '{"a": [{"c": "y"}], "b": 12345678901234567890.10, "n": 0.10}',
      m: "it's",
      a: '{"a,\\"b\\" {c}",NULL}',
      u: uuid,
      bin: '\\x00ff27',
      country: 'FR',
      author: 7,
    },
  ])

  // A long text has a panel. After a reload its column is in view.
  await page.reload()
  await expect(grid).toBeVisible()
  editor = await open('t')
  await editor.getByRole('button', { name: 'Edit in a panel' }).click()
  const panel = page.getByRole('dialog', { name: 't' })
  await panel.getByRole('textbox', { name: 't' }).fill('two\nlines')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Keep' }).click()
  await expect(await cell('t')).toHaveText('two⏎lines')
})

test('cells are copied, pasted, filled and taken back; a save can be undone', async ({
  page,
  project,
  sql,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sql(`
    create table people (id int primary key, name text, note text, age int not null default 1);
    insert into people select n, 'person ' || n, case n when 1 then null when 2 then '' else 'note ' || n end, n
      from generate_series(1, 6) n`)
  const grid = await openTable(page, sql, project, 'people')
  const cell = (id: number, column: string) =>
    cellOf(grid, new RegExp(`^Open row ${id} |Open row ${id} `), column)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  await (await cell(1, 'name')).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(clipboard).toBe('person 1\t\nperson 2\t""')

  // From the menu, in other formats.
  await (await cell(1, 'name')).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy cells as' }).click()
  await page.getByRole('menuitem', { name: 'SQL insert' }).click()
  await expect
    .poll(clipboard)
    .toBe(
      `insert into "public"."people" ("name", "note") values\n  ('person 1', null),\n  ('person 2', '');\n`,
    )

  // The menu also filters, and deletes rows.
  await (await cell(2, 'note')).click()
  await (await cell(2, 'note')).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter by this value' }).click()
  await expect(page).toHaveURL(/filter=note:eq:/)
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
  await (await cell(2, 'name')).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete row' }).click()
  await expect(changesOf(page).getByText('1 change', { exact: true })).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(changesOf(page).getByText('No changes')).toBeVisible()
  await openTable(page, sql, project, 'people')

  // What was copied here is pasted exactly, NULL and the empty text told apart.
  await (await cell(1, 'name')).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ControlOrMeta+c')
  await (await cell(3, 'name')).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(await cell(4, 'note')).toHaveText('empty')
  await expect(await cell(3, 'note')).toHaveText('NULL')

  // A drag selects too, and Ctrl+D fills it.
  await (await cell(3, 'age')).hover()
  await page.mouse.down()
  await (await cell(5, 'age')).hover()
  await page.mouse.up()
  await page.keyboard.press('ControlOrMeta+d')
  await expect(await cell(5, 'age')).toHaveText('3')

  // From a spreadsheet: quotes and line breaks, into new rows at the end, and what does not fit is told.
  await page.evaluate(() =>
    navigator.clipboard.writeText('"a ""quote"""\t"two\nlines"\t60\tmore\r\nnew\t\t70\t\r\n'),
  )
  await (await cell(6, 'name')).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('Pasted 5 cells with 1 new row')).toBeVisible()
  await expect(page.getByText(/Did not fit: 2 × there is no further column/)).toBeVisible()
  const added = grid.getByRole('row', { name: /new/ })
  await (await cellOf(grid, / new /, 'id')).dblclick()
  await editorOf(page).getByRole('textbox').fill('7')
  await page.keyboard.press('Enter')
  await expect(added).toBeVisible()
  await expectAccessible(page)

  // One step back and forth.
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(added).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(added).toBeVisible()

  const rows = () => sql('select * from people order by id')
  const before = await rows()
  await save(page)
  expect(await rows()).toEqual([
    { id: 1, name: 'person 1', note: null, age: 1 },
    { id: 2, name: 'person 2', note: '', age: 2 },
    { id: 3, name: 'person 1', note: null, age: 3 },
    { id: 4, name: 'person 2', note: '', age: 3 },
    { id: 5, name: 'person 5', note: 'note 5', age: 3 },
    { id: 6, name: 'a "quote"', note: 'two\nlines', age: 60 },
    { id: 7, name: 'new', note: null, age: 70 },
  ])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('Undid 5 changes')).toBeVisible()
  expect(await rows()).toEqual(before)
  await page.getByRole('button', { name: 'Redo' }).last().click()
  await expect(page.getByText('Redid 5 changes')).toBeVisible()
  await sql(`update people set age = 99 where id = 4`)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('1 row was changed by someone else since, and stays as it is.')).toBeVisible()
  expect(await rows()).toEqual(
    before.map((row) =>
      (row as { id: number }).id === 4 ? { id: 4, name: 'person 2', note: '', age: 99 } : row,
    ),
  )
})

test('a row is added and changed in the panel, and each change can be saved at once', async ({
  page,
  project,
  sql,
}) => {
  await sql(`
    create table tasks (
      id int generated always as identity primary key, done bool default false, title text not null, meta jsonb,
      twice int generated always as (id * 2) stored);
    insert into tasks (title) values ('first')`)
  const grid = await openTable(page, sql, project, 'tasks')
  await page.getByRole('button', { name: 'Add rows in a panel' }).click()
  const panel = page.getByRole('dialog', { name: 'New row' })
  await expect(panel.getByRole('group', { name: 'Optional fields' })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await panel.getByRole('button', { name: 'Add row' }).click()
  await expect(panel.getByText('Assign a value for this field')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'title' })).toBeFocused()
  await page.keyboard.insertText('second')
  await panel.getByRole('textbox', { name: 'meta' }).fill('{')
  await panel.getByRole('button', { name: 'Add row' }).click()
  await expect(panel.getByText(/This is not JSON/)).toBeVisible()
  await panel.getByRole('textbox', { name: 'meta' }).fill('{}')
  await panel.getByRole('checkbox', { name: 'Create more' }).click()
  await panel.getByRole('button', { name: 'Add row' }).click()
  await expect(panel.getByRole('textbox', { name: 'title' })).toHaveValue('')
  await panel.getByRole('textbox', { name: 'title' }).fill('third')
  await panel.getByRole('checkbox', { name: 'Create more' }).click()
  await panel.getByRole('button', { name: 'Add row' }).click()
  await expect(panel).toBeHidden()
  await save(page)
  const rows = () => sql('select id, done, title, meta::text from tasks order by id')
  expect(await rows()).toEqual([
    { id: 1, done: false, title: 'first', meta: null },
    { id: 2, done: false, title: 'second', meta: '{}' },
    { id: 3, done: false, title: 'third', meta: null },
  ])

  // The rows were loaded again, in the order of the table.
  await expect(grid.getByRole('row').nth(1)).toContainText('first')
  await grid.getByRole('row', { name: /first/ }).getByRole('button', { name: 'Open row' }).click()
  const row = page.getByRole('dialog', { name: 'Row with id = 1' })
  await expect(row.getByText('This column is generated from other columns.')).toBeVisible()
  await row.getByRole('textbox', { name: 'title' }).fill('First')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard what you entered?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await row.getByRole('button', { name: 'Keep changes' }).click()
  const changes = changesOf(page)
  await expect(changes.getByText('1 change', { exact: true })).toBeVisible()
  await changes.getByRole('checkbox', { name: 'Save each change at once' }).check()
  await expect(changes.getByText('All changes are saved')).toBeVisible()
  expect((await rows())[0]).toMatchObject({ title: 'First' })

  // At once: each change is a save, and one that is refused stays.
  await (await cellOf(grid, /second/, 'done')).dblclick()
  await editorOf(page).getByRole('button', { name: 'true' }).click()
  await expect.poll(rows).toContainEqual({ id: 2, done: true, title: 'second', meta: '{}' })
  await sql(`alter table tasks add check (title <> 'never')`)
  await (await cellOf(grid, /third/, 'title')).dblclick()
  await editorOf(page).getByRole('textbox').fill('never')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert', { name: 'Changes that were not saved' })).toContainText(
    'tasks_title_check',
  )
  await page.reload()
  await expect(changes.getByText('1 change', { exact: true })).toBeVisible()
  await changes.getByRole('button', { name: 'Discard' }).click()
  await expect(changes.getByText('All changes are saved')).toBeVisible()
})

test('a save whose answer is lost is not repeated', async ({ page, project, sql }) => {
  await sql(`create table log (id bigint generated always as identity primary key, line text)`)
  const grid = await openTable(page, sql, project, 'log')
  await page.getByRole('button', { name: 'Insert row', exact: true }).click()
  await (await cellOf(grid, /default/, 'line')).dblclick()
  await editorOf(page).getByRole('textbox').fill('only once')
  await page.keyboard.press('Enter')
  // The server commits, and its answer never arrives.
  await page.route('**/edits', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const changes = changesOf(page)
  await changes.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(changes.getByRole('alert')).toContainText('No answer arrived')
  expect(await sql('select line from log')).toEqual([{ line: 'only once' }])
  await expectAccessible(page)
  await page.reload()
  await expect(changes.getByRole('alert')).toContainText('No answer arrived')
  await changes.getByRole('button', { name: 'Save again' }).click()
  await expect(changes.getByRole('alert')).toContainText('No answer arrived')
  await page.unroute('**/edits')
  await changes.getByRole('button', { name: 'Save again' }).click()
  await expect(changes).toBeHidden()
  expect(await sql('select line from log')).toEqual([{ line: 'only once' }])
})
