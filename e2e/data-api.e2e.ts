import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { openAppSite } from './app-site.ts'
import { test } from './fixtures.ts'

const FILMS = `
  create table films (id int primary key, title text not null, year int);
  insert into films select n, 'Film ' || n, 1950 + n from generate_series(1, 5) n;
  grant all on films to anon;
`
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']

test('a page on another origin reads, writes and counts with the client library, and reads headers', async ({
  page,
  baseURL,
  account: { caller },
  project: { ref },
}) => {
  await call(caller, runQuery, { params: { ref }, query: {}, body: { query: FILMS } })
  const keys = await call(caller, listApiKeys, { params: { ref } })
  const key = keys.find(({ name }) => name === 'anon')!.api_key!
  using site = await openAppSite()
  await page.goto(site.url)
  expect(new URL(site.url).origin).not.toBe(new URL(baseURL!).origin)
  const project = { url: `${baseURL}/p/${ref}`, key }

  expect(await page.evaluate(writeWithLibrary, project)).toEqual({
    updated: { data: [{ id: 1, title: 'Ran' }], status: 200 },
    upserted: {
      data: [
        { id: 1, title: 'Again' },
        { id: 6, title: 'New' },
      ],
      status: 201,
    },
    ignored: { data: [], status: 201 },
    deleted: { data: null, count: 1, status: 204 },
    one: { data: { id: 2 }, status: 200 },
    none: { code: 'PGRST116', status: 406 },
    several: { code: 'PGRST116', status: 406 },
    severalChanged: { code: 'PGRST116', status: 406 },
    left: [1, 2, 3, 5, 6],
    page: { data: [{ id: 2 }, { id: 3 }], count: 5, status: 206 },
  })

  const headers = await page.evaluate(readHeaders, project)
  expect(headers.page).toEqual({ status: 206, 'content-range': '0-1/5', 'preference-applied': 'count=exact' })
  expect(headers.beyond).toEqual({ status: 416, 'content-range': '*/5', 'preference-applied': null })
  expect(headers.made).toEqual({ status: 201, location: '/films?id=eq.7' })

  // A script gets a response only if the preflight allowed its method and headers.
  expect(await page.evaluate(callWithEachMethod, { ...project, methods: METHODS })).toEqual({
    GET: 200,
    HEAD: 200,
    POST: 201,
    PATCH: 204,
    PUT: 204,
    DELETE: 204,
  })
})

test('the preflight of each method allows what a browser requests', async ({ request, project: { ref } }) => {
  for (const method of METHODS) {
    const reply = await request.fetch(`/p/${ref}/rest/v1/films`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'apikey,authorization,content-type,prefer,x-client-info',
      },
    })
    expect(reply.status()).toBe(204)
    const allowed = reply.headers()
    expect(allowed['access-control-allow-origin']).toBe('*')
    expect(allowed['access-control-allow-methods']!.split(', ')).toContain(method)
    for (const name of ['apikey', 'authorization', 'content-type', 'prefer', 'x-client-info'])
      expect(allowed['access-control-allow-headers']).toContain(name)
  }
})

interface Project {
  url: string
  key: string
}

/** Runs in the page, which has the library as `supabase`. */
async function writeWithLibrary({ url, key }: Project) {
  const films = Reflect.get(window, 'supabase').createClient(url, key).from('films')
  // biome-ignore lint/suspicious/noExplicitAny: the library's result
  const said = ({ data, status, count, error }: any) =>
    error ? { code: error.code, status } : { data, status, ...(count !== null && { count }) }
  return {
    updated: said(await films.update({ title: 'Ran' }).eq('id', 1).select('id,title')),
    upserted: said(
      await films
        .upsert([
          { id: 1, title: 'Again' },
          { id: 6, title: 'New' },
        ])
        .select('id,title')
        .order('id'),
    ),
    ignored: said(
      await films.upsert({ id: 1, title: 'No' }, { onConflict: 'id', ignoreDuplicates: true }).select(),
    ),
    deleted: said(await films.delete({ count: 'exact' }).eq('id', 4)),
    one: said(await films.select('id').eq('id', 2).single()),
    none: said(await films.select('id').eq('id', 77).single()),
    several: said(await films.select('id').single()),
    severalChanged: said(await films.update({ title: 'All' }).gt('id', 0).select().single()),
    left: (await films.select('id').neq('title', 'All').order('id')).data.map(({ id }: { id: number }) => id),
    page: said(await films.select('id', { count: 'exact' }).order('id').range(1, 2)),
  }
}

/** Runs in the page: a script on another origin sees only the exposed headers. */
async function readHeaders({ url, key }: Project) {
  const read = async (path: string, names: string[], init: RequestInit = {}) => {
    const reply = await fetch(`${url}/rest/v1${path}`, {
      ...init,
      headers: { apikey: key, 'content-type': 'application/json', ...init.headers },
    })
    return {
      status: reply.status,
      ...Object.fromEntries(names.map((name) => [name, reply.headers.get(name)])),
    }
  }
  const headers = { prefer: 'count=exact' }
  const names = ['content-range', 'preference-applied']
  return {
    page: await read('/films?select=id&limit=2', names, { headers }),
    beyond: await read('/films?select=id&offset=77', names, { headers }),
    made: await read('/films', ['location'], {
      method: 'POST',
      body: '{"id":7,"title":"Seventh"}',
      headers: { prefer: 'return=headers-only' },
    }),
  }
}

/** Runs in the page: returns the status of each method. */
async function callWithEachMethod({ url, key, methods }: Project & { methods: string[] }) {
  const bodies: Record<string, string> = {
    POST: '{"id":8,"title":"Eighth"}',
    PATCH: '{"title":"Changed"}',
    PUT: '{"id":8,"title":"Put"}',
  }
  const found: Record<string, number> = {}
  for (const method of methods) {
    const reply = await fetch(`${url}/rest/v1/films${method === 'POST' ? '' : '?id=eq.8'}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: bodies[method] ?? null,
    })
    found[method] = reply.status
  }
  return found
}
