import { readFile } from 'node:fs/promises'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect, type Page } from '@playwright/test'
import { type Caller, call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { openAppSite } from './app-site.ts'
import { test } from './fixtures.ts'

const FILMS = `
  create table films (id int primary key, title text not null);
  comment on table films is 'What was shown';
  alter table films enable row level security;
  create policy everybody on films to anon using (true) with check (title <> 'secret');
  create function twice(n int) returns int language sql immutable as 'select n * 2';
  insert into storage.buckets (id, name) values ('stills', 'stills');
  create policy uploads on storage.objects to anon using (bucket_id = 'stills') with check (bucket_id = 'stills');
`
const makeFilms = (caller: Caller, ref: string) =>
  call(caller, runQuery, { params: { ref }, query: {}, body: { query: FILMS } })

const snippet = async (page: Page, label: string) =>
  (await page.getByRole('region', { name: `${label} in JavaScript` }).textContent())!

test('an app on another origin uses the snippets of the API docs', async ({
  page,
  context,
  account: { caller },
  project: { ref },
}) => {
  await makeFilms(caller, ref)
  await page.goto(`/project/${ref}/api`)
  await page.getByRole('combobox', { name: 'Key' }).click()
  await page.getByRole('option', { name: 'A key of this project' }).click()
  await expect(page.getByRole('combobox', { name: 'Key' })).toContainText('default')
  await expect(page.getByRole('region', { name: 'Set-up in JavaScript' })).toContainText('bst_publishable_')
  const setUp = await snippet(page, 'Set-up')
  await page.getByRole('searchbox', { name: 'Search tables and functions' }).fill('fil')
  await page.getByRole('link', { name: 'films', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'films' })).toBeVisible()
  await expect(page.getByText('What was shown')).toBeVisible()
  await expectAccessible(page)
  const steps = [await snippet(page, 'Insert a row'), await snippet(page, 'Read rows')]

  using site = await openAppSite()
  const app = await context.newPage()
  await app.goto(site.url)
  const brought = await app.evaluate(runInPage, { setUp, steps })
  const row = { id: 1, title: 'some text' }
  expect(brought).toEqual({
    asSaid: [{ data: [row] }, { data: [row] }],
    refused: '42501',
    found: { data: [{ title: 'some text' }], count: 1 },
    twice: 42,
    file: 'first words',
    stranger: 401,
  })
})

/** The app's code, which runs in its page. `supabase` is loaded by the page's script. */
async function runInPage({ setUp, steps }: { setUp: string; steps: string[] }) {
  const library = Reflect.get(window, 'supabase')
  const program = (text: string, result: string) => `return (async () => {\n${text}\nreturn ${result}\n})()`
  const withoutImport = setUp.replace(/^import .*$/m, '')
  const client = await new Function('createClient', program(withoutImport, 'client'))(library.createClient)
  const asSaid: { data: unknown }[] = []
  for (const step of steps) asSaid.push({ data: await new Function('client', program(step, 'data'))(client) })
  const { error } = await client.from('films').insert({ id: 2, title: 'secret' })
  const { data, count } = await client.from('films').select('title', { count: 'exact' }).eq('id', 1)
  const stills = client.storage.from('stills')
  await stills.upload('one.txt', new Blob(['first words'], { type: 'text/plain' }))
  const { data: file } = await stills.download('one.txt')
  const stranger = library.createClient(client.supabaseUrl, 'bst_publishable_nobody')
  return {
    asSaid,
    refused: error.code,
    found: { data, count },
    twice: (await client.rpc('twice', { n: 21 })).data,
    file: await file.text(),
    stranger: (await stranger.from('films').select()).status,
  }
}

test('with its preview, the API docs open beside a page and offer the types', async ({
  page,
  account: { caller },
  project: { ref },
}) => {
  await makeFilms(caller, ref)
  await page.addInitScript(() =>
    localStorage.setItem('preference.previews', JSON.stringify({ 'api-docs-panel': true })),
  )
  await page.goto(`/project/${ref}/settings/api`)
  await expect(page.getByRole('heading', { name: 'Data API' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Project', exact: true })
    .getByRole('button', { name: 'API Docs' })
    .click()
  const panel = page.getByRole('dialog', { name: 'API docs' })
  await expect(panel.getByRole('heading', { name: 'Introduction' })).toBeVisible()
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Contents' }).click()
  await panel.getByRole('button', { name: 'Types' }).click()
  await expect(panel.getByRole('heading', { name: 'Types' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download database.types.ts' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('database.types.ts')
  expect(await readFile(await download.path(), 'utf8')).toContain('/** What was shown */')

  await panel.getByRole('button', { name: 'Contents' }).click()
  await panel.getByRole('button', { name: 'twice', exact: true }).click()
  await expect(panel.getByRole('heading', { name: 'twice' })).toBeVisible()
  await panel.getByRole('link', { name: 'Open as a page' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/api\\?page=function&schema=public&name=twice$`))
  await expect(page.getByRole('heading', { name: 'twice' })).toBeVisible()
})
