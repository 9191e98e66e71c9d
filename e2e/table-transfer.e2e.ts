import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { whenHealthy } from '../scripts/demo/demo-data.ts'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { sqlOf, test } from './fixtures.ts'
import { startOwnServer } from './own-server.ts'
import { openTable } from './table-editor.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Chooses a file as the file picker would. */
const pick = (page: Page, name: string, text: string) =>
  page.getByLabel('File to import').setInputFiles(file(name, text))

async function downloaded(page: Page, click: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('a file with bad lines is explained, mended and imported, and exported again as it was', async ({
  page,
  project,
  sql,
}) => {
  await sql(`create table people (id bigint primary key, "Full name" text not null, born date, tags text[]);
    insert into people values (1, 'old', null, '{}')`)
  await page.goto(`/project/${project.ref}/editor?schema=public`)
  await page
    .getByRole('link', { name: /people/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Import rows' }).click()
  const dialog = dialogOf(page, 'Import into people')
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expectAccessible(page)

  const lines = [
    'full_name;ID;born;tags',
    '"Ann ""A.""";2;2000-01-31;{x}',
    'Bob;three;;',
    'Cid;4;2000-02-30;',
    ';5;;',
    'Dan;1;;',
  ]
  await pick(page, 'people.csv', lines.join('\n'))
  await expect(dialog.getByRole('combobox', { name: 'Values are separated by' })).toContainText('Semicolons')
  await expect(dialog.getByRole('combobox', { name: 'Fill Full name from' })).toContainText('full_name')
  await expect(dialog.getByRole('combobox', { name: 'Fill id from' })).toContainText('ID')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(dialog.getByRole('alert')).toContainText('4 lines of the file do not fit')
  const bad = dialog.getByRole('table', { name: 'Lines that do not fit' })
  await expect(bad.getByRole('row').nth(1)).toHaveText(/3id.*three.*invalid input syntax for type bigint/)
  await expect(bad.getByRole('row').nth(2)).toHaveText(/4born2000-02-30date\/time field value out of range/)
  await expect(bad.getByRole('row').nth(3)).toHaveText(/5Full name.*not-null/)
  await expect(bad.getByRole('row').nth(4)).toHaveText(/6.*Key \(id\)=\(1\) already exists/)
  await expectAccessible(page)
  expect(await sql('select count(*)::int as n from people')).toEqual([{ n: 1 }])

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  const mended = [
    'full_name;ID;born;tags',
    '"Ann ""A.""";2;2000-01-31;{x}',
    'Bob;3;;',
    '"";4;;',
    'Dan;1;;{a,"b c"}',
  ]
  await pick(page, 'people.csv', mended.join('\r\n'))
  await choose(
    dialog.getByRole('combobox', { name: "When a row's key is taken" }),
    'Update the row that has the key',
  )
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('3 rows imported, 1 row updated')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show rows' }).click()
  await expect(page.getByRole('gridcell', { name: 'Ann "A."', exact: true })).toBeVisible()

  await page.goto(`${page.url().split('?')[0]}?filter=id:gte:2&sort=id:desc`)
  await page.getByRole('button', { name: 'Export rows' }).click()
  const exporting = dialogOf(page, 'Export people')
  await expect(exporting.getByRole('radio', { name: 'Rows that match the filter' })).toBeChecked()
  await exporting.getByRole('checkbox', { name: 'born' }).uncheck()
  await expectAccessible(page)
  const csv = await downloaded(page, () => exporting.getByRole('button', { name: 'Export' }).click())
  expect(csv).toEqual({
    name: 'people.csv',
    text: 'id,Full name,tags\r\n4,"",\r\n3,Bob,\r\n2,"Ann ""A.""",{x}\r\n',
  })
  await expect(exporting).toBeHidden()

  await page.getByRole('button', { name: 'Export rows' }).click()
  await exporting.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: /^SQL/ }).click()
  await exporting.getByRole('checkbox', { name: 'Begin with the definition' }).check()
  await exporting.getByRole('radio', { name: 'All rows' }).check()
  const dump = await downloaded(page, () => exporting.getByRole('button', { name: 'Export' }).click())
  await sql('drop table people')
  await sql(dump.text)
  expect(await sql('select id::int, "Full name" as name, born, tags from people order by id')).toEqual([
    { id: 1, name: 'Dan', born: null, tags: '{a,"b c"}' },
    { id: 2, name: 'Ann "A."', born: '2000-01-31', tags: '{x}' },
    { id: 3, name: 'Bob', born: null, tags: null },
    { id: 4, name: '', born: null, tags: null },
  ])
})

test('a table is created from pasted rows by keyboard, on a phone', async ({ page, project, sql }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/project/${project.ref}/editor?schema=public`)
  await page.getByRole('button', { name: 'Create a table from a file' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, 'Create a table from a file')
  await dialog
    .getByRole('textbox', { name: 'Or paste rows' })
    .fill('id\tWhen\tNote\n1\t2026-01-02 03:04:05Z\t{"a": 1}\n2\t\t\n')
  await dialog.getByRole('button', { name: 'Use pasted rows' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Type of column 2' })).toContainText('timestamptz')
  await expect(dialog.getByRole('combobox', { name: 'Type of column 3' })).toContainText('jsonb')
  await expect(dialog.getByRole('combobox', { name: 'Primary key' })).toContainText('id')
  await dialog.getByRole('textbox', { name: 'Table name' }).fill('Bob\'s "log"')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('2 rows imported')).toBeVisible()
  await dialog.getByRole('button', { name: 'Open table' }).click()
  await expect(page.getByRole('heading', { name: 'public.Bob\'s "log"' })).toBeVisible()
  expect(await sql(`select relrowsecurity as rls from pg_class where relname = 'Bob''s "log"'`)).toEqual([
    { rls: true },
  ])
})

test('files in other encodings are read, and what is ragged or cut is told', async ({
  page,
  project,
  sql,
}) => {
  await sql('create table words (id int primary key, word text)')
  await openTable(page, sql, project, 'words')
  await page.getByRole('button', { name: 'Import rows' }).click()
  const dialog = dialogOf(page, 'Import into words')
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer })
  const importing = dialog.getByRole('button', { name: 'Import', exact: true })
  const imports = async (name: string, buffer: Buffer, word: string) => {
    await choose(name, buffer)
    await expect(dialog.getByRole('cell', { name: word, exact: true })).toBeVisible()
    await importing.click()
    await expect(dialog.getByText('1 row imported')).toBeVisible()
    await dialog.getByRole('button', { name: 'Show rows' }).click()
    await page.getByRole('button', { name: 'Import rows' }).click()
  }
  await imports('bom.csv', Buffer.from('\ufeffid,word\n1,Größe\n'), 'Größe')
  await imports('utf16.csv', Buffer.from('\ufeffid,word\n2,Übung\n', 'utf16le'), 'Übung')
  await imports('latin1.csv', Buffer.from('id,word\n3,Ärger\n', 'latin1'), 'Ärger')
  expect(await sql('select word from words order by id')).toEqual([
    { word: 'Größe' },
    { word: 'Übung' },
    { word: 'Ärger' },
  ])

  await choose('ragged.csv', Buffer.from('id,word\n4\n5,five,fifth\n6,six\n'))
  await importing.click()
  const bad = dialog.getByRole('table', { name: 'Lines that do not fit' })
  await expect(bad.getByRole('row').nth(1)).toContainText('The line has 1 value instead of 2.')
  await expect(bad.getByRole('row').nth(2)).toContainText('The line has 3 values instead of 2.')
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose('cut.csv', Buffer.from('id,word\n6,six\n7,"sev'))
  await importing.click()
  await expect(dialog.getByText('A quote is not closed before the end of the file.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose('cut.json', Buffer.from('[{"id": 8, "word": "eight"}, {"id": 9, "wo'))
  await expect(dialog.getByText('The file ends within the object that begins on line 1.')).toBeVisible()
  expect(await sql('select count(*)::int as n from words')).toEqual([{ n: 3 }])
})

test('a key that an object of JSON lines lacks becomes NULL, and what is not mapped its default', async ({
  page,
  project,
  sql,
}) => {
  await sql(`create table notes (id bigint primary key, kind text default 'note', rank int default 7)`)
  await openTable(page, sql, project, 'notes')
  await page.getByRole('button', { name: 'Import rows' }).click()
  const dialog = dialogOf(page, 'Import into notes')
  await pick(page, 'notes.jsonl', '{"id": 1, "kind": "list"}\n{"id": 2}\n{"id": 3, "kind": null}\n')
  await expect(dialog.getByText('A key that an object lacks becomes NULL')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Fill rank from' })).toContainText('its default')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('3 rows imported')).toBeVisible()
  expect(await sql('select id::int, kind, rank from notes order by id')).toEqual([
    { id: 1, kind: 'list', rank: 7 },
    { id: 2, kind: null, rank: 7 },
    { id: 3, kind: null, rank: 7 },
  ])
})

test('an import whose connection is lost, or that is cancelled, imports nothing and says so', async ({
  page,
  project,
  sql,
}) => {
  await sql('create table numbers (n bigint)')
  const idle = async () =>
    await sql(
      `select count(*)::int as n from pg_stat_activity where query like 'copy "public"."numbers"%' and state = 'active'`,
    )
  await page.goto(`/project/${project.ref}/editor?schema=public`)
  await page
    .getByRole('link', { name: /numbers/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Import rows' }).click()
  const dialog = dialogOf(page, 'Import into numbers')
  await pick(page, 'numbers.csv', 'n\n1\n2\n')
  await page.route(/\/parts\//, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was imported')
  await expect(dialog.getByRole('alert')).toContainText('does not answer')
  await expect.poll(idle).toEqual([{ n: 0 }])

  await page.unrouteAll()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/parts\//, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Sending rows' })).toBeVisible()
  await expect.poll(idle).toEqual([{ n: 1 }])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel import' }).click()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeVisible()
  await expect.poll(idle).toEqual([{ n: 0 }])
  release()
  expect(await sql('select count(*)::int as n from numbers')).toEqual([{ n: 0 }])

  // The rows are written, and the answer that says so is lost.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  let isLost = false
  await page.route(/\/finish$/, async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('2 rows imported')).toBeVisible()
  expect(await sql('select count(*)::int as n from numbers')).toEqual([{ n: 2 }])
})

test('a server that is killed during an import has imported nothing, and the page says so', async ({
  browser,
}) => {
  test.slow()
  await using server = await startOwnServer()
  const { origin, caller, ref } = server
  await whenHealthy(caller, ref)
  const sql = sqlOf(caller, { ref })
  await sql('create table numbers (n bigint)')
  const context = await server.newContext(browser)
  const page = await context.newPage()
  await openTable(page, sql, { ref }, 'numbers', origin)
  await page.getByRole('button', { name: 'Import rows' }).click()
  const dialog = dialogOf(page, 'Import into numbers')
  await pick(page, 'numbers.csv', 'n\n1\n2\n')
  const submit = dialog.getByRole('button', { name: 'Import', exact: true })
  const alert = dialog.getByRole('alert')
  const rows = () => sql('select count(*)::int as n from numbers')

  // Rows were sent, and the server is gone when the end is.
  await page.route(/\/finish$/, async (route) => {
    await server.kill()
    await route.continue()
  })
  await submit.click()
  await expect(alert).toContainText('The rows may have been imported')
  await expect(alert).toContainText('Look at the table before you try again')
  await page.unrouteAll()
  await server.restart()
  await whenHealthy(caller, ref)
  expect(await rows()).toEqual([{ n: 0 }])

  // It is back before the next part is sent, and knows nothing of the import.
  await page.route(/\/parts\//, async (route) => {
    await server.kill()
    await server.restart()
    await whenHealthy(caller, ref)
    await route.continue()
  })
  await submit.click()
  // A server starts in between.
  await expect(alert).toContainText('Nothing was imported', { timeout: 120_000 })
  await expect(alert).toContainText('The server was restarted during the import')
  await page.unrouteAll()
  expect(await rows()).toEqual([{ n: 0 }])

  // The file and the choices are still there.
  await expect(dialog.getByText('numbers.csv')).toBeVisible()
  await submit.click()
  await expect(dialog.getByText('2 rows imported')).toBeVisible()
  expect(await rows()).toEqual([{ n: 2 }])
  await context.close()
})

test('a file of 1,600 columns is imported into a table that has as many', async ({ page, project, sql }) => {
  const names = Array.from({ length: 1600 }, (_, index) => `c${index}`)
  await sql(`create table wide (${names.map((name) => `${name} smallint`).join(', ')})`)
  await openTable(page, sql, project, 'wide')
  await page.getByRole('button', { name: 'Import rows' }).click()
  const dialog = dialogOf(page, 'Import into wide')
  await pick(page, 'wide.csv', `${names.join()}\n${names.map((_, index) => index).join()}\n`)
  const selects = dialog.getByRole('combobox', { name: /^Fill c\d+ from$/ })
  await expect(selects.first()).toHaveValue('c0')
  expect(await selects.count()).toBeLessThan(40)
  await expectAccessible(page)
  await dialog.getByRole('searchbox', { name: 'Search columns' }).fill('c1599')
  await dialog.getByRole('combobox', { name: 'Fill c1599 from' }).fill('c7')
  await page.getByRole('option', { name: 'c7', exact: true }).click()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('1 row imported')).toBeVisible()
  expect(await sql('select c0, c1598, c1599 from wide')).toEqual([{ c0: 0, c1598: 1598, c1599: 7 }])
})
