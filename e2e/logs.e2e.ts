import { readFile } from 'node:fs/promises'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'

test('a failed request is searched, followed to the error of the database, exported and counted with SQL', async ({
  page,
  baseURL,
  account: { caller },
  project: { ref },
  sql,
}) => {
  await sql(
    'create table notes (id int primary key); insert into notes values (1); grant all on notes to anon',
  )
  const keys = await call(caller, listApiKeys, { params: { ref } })
  const apikey = keys.find(({ name }) => name === 'anon')!.api_key!
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${baseURL}/p/${ref}/rest/v1${path}`, {
      ...init,
      headers: { apikey, 'content-type': 'application/json' },
    })
  await expect.poll(async () => (await send('/notes?select=id')).status).toBe(200)
  await send('/nothing-here')
  expect((await send('/notes', { method: 'POST', body: '{"id":1}' })).status).toBe(409)

  await page.goto(`/project/${ref}/logs/explorer`)
  await page.getByRole('link', { name: 'API gateway' }).click()
  const events = page.getByRole('table', { name: 'Events' })
  const row = (text: string) => events.getByRole('row').filter({ hasText: text })
  await expect(row('POST /rest/v1/notes')).toHaveCount(1)
  await expect(row('GET /rest/v1/nothing-here')).toHaveCount(1)
  await expectAccessible(page)

  // Fields, typed and clicked.
  const search = page.getByRole('searchbox', { name: 'Search events' })
  await search.fill('colour:red')
  await expect(page.getByText('There is no field colour')).toBeVisible()
  await search.fill('status:4xx')
  await expect(events.getByRole('row')).toHaveCount(3)
  await row('POST /rest/v1/notes').getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'Event' })
  await expect(sheet.getByText('409', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  const address = page.url()
  await sheet.getByRole('button', { name: 'Only this method' }).click()
  await expect(search).toHaveValue('status:4xx method:POST')
  await expect(events.getByRole('row')).toHaveCount(2)

  // From the request to the error of the database and back.
  await page.goto(address)
  const related = sheet.getByRole('region', { name: 'Related events' })
  await related.getByRole('button', { name: /duplicate key value/ }).click()
  await expect(sheet.getByText('23505')).toBeVisible()
  await expect(sheet.getByText('Postgres', { exact: true })).toBeVisible()
  await related.getByRole('button', { name: /POST .rest.v1.notes/ }).click()
  await expect(sheet.getByText('API gateway', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'All events as CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file.split('\r\n')[0]).toContain('timestamp,source,level,event_message')
  expect(file).toContain('POST /rest/v1/notes 409')

  // A time is chosen in the histogram, and given back.
  const chart = page.getByRole('img', { name: /^Events over time/ })
  const box = (await chart.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.1, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.3, box.y + 20)
  await page.mouse.up()
  await expect(page.getByLabel('From')).toBeVisible()
  await expect(page.getByText('No matching events')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the time range' }).click()
  await expect(events.getByRole('row')).toHaveCount(3)

  // New events appear by themselves.
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await send('/only-while-live')
  await expect(row('GET /rest/v1/only-while-live')).toHaveCount(1)
  await page.getByRole('button', { name: 'Live', exact: true }).click()

  await page.getByRole('link', { name: 'Explorer' }).click()
  await page.getByRole('button', { name: 'Templates' }).click()
  await page
    .getByRole('menuitem', { name: 'Errors of the database and the requests that caused them' })
    .click()
  await choose(page.getByRole('combobox', { name: 'Time range' }), 'Last 6 hours')
  await page.getByRole('button', { name: 'Run query' }).click()
  const rows = page.getByRole('grid', { name: 'Rows' })
  await expect(rows.getByText('23505')).toBeVisible()
  await expect(rows.getByText('409')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  const editor = page.getByRole('textbox', { name: 'Query' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(`select * from read_text('/etc/passwd')`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert')).toContainText('The function read_text is not available here.')
  await page.getByRole('button', { name: 'Fields' }).click()
  await expect(page.getByRole('dialog', { name: 'Sources and fields' })).toContainText('postgres_logs')
  await expectAccessible(page)
})

test('a search and a query with its chart are saved, found again by everybody, and deleted', async ({
  page,
  baseURL,
  account: { caller },
  project: { ref },
}) => {
  const keys = await call(caller, listApiKeys, { params: { ref } })
  const apikey = keys.find(({ name }) => name === 'anon')!.api_key!
  await fetch(`${baseURL}/p/${ref}/rest/v1/nothing-here`, { headers: { apikey } })

  await page.goto(`/project/${ref}/logs/edge-logs?q=status:404`)
  const events = page.getByRole('table', { name: 'Events' })
  await expect(events.getByRole('row')).toHaveCount(2)
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Saved' }).click()
    await page.getByRole('menuitem', { name: 'Save search…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save search' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await save('Not found')
  await page.goto(`/project/${ref}/logs/edge-logs`)
  await page.getByRole('button', { name: 'Saved' }).click()
  await page.getByRole('menuitemradio', { name: 'Not found' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search events' })).toHaveValue('status:404')
  await page.getByRole('button', { name: 'Not found' }).click()
  await page.getByRole('menuitem', { name: 'Delete Not found…' }).click()
  await page.getByRole('button', { name: 'Delete search' }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()

  await page.goto(
    `/project/${ref}/logs/explorer?sql=${encodeURIComponent(
      "select date_trunc('minute', timestamp) as minute, count(*) as requests from edge_logs group by 1 order by 1",
    )}`,
  )
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  const drawn = page.getByRole('img', { name: /requests by minute/ })
  await expect(drawn).toBeVisible()
  await expectAccessible(page)
  await save('Requests per minute')
  await page.goto(`/project/${ref}/logs/explorer`)
  await page.getByRole('button', { name: 'Saved' }).click()
  await page.getByRole('menuitemradio', { name: 'Requests per minute' }).click()
  await expect(drawn).toBeVisible()
})
