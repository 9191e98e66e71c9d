import { requestUrl } from '@basalt/contract/request-url.ts'
import {
  downloadObject,
  getArchive,
  getObject,
  getPublicUrl,
  prepareArchive,
  signObject,
  signObjects,
} from '@basalt/contract/storage/objects.endpoints.ts'
import { readZip } from '@basalt/testing/read-zip.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../../test/people.ts'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

/** Downloads and sharing of files in the dashboard. */

let storage: StorageFixture
let params: { ref: string; id: string }
beforeAll(async () => {
  storage = await openStorage()
  params = { ref: storage.ref, id: await storage.aBucket() }
  await storage.put(params.id, 'ordner/ä b+&.txt', 'hello')
  await storage.put(params.id, 'page.html', '<script>alert(1)</script>', 'text/html')
  await storage.put(params.id, 'image.svg', '<svg onload="alert(1)"/>', 'image/svg+xml')
})
afterAll(() => storage[Symbol.asyncDispose]())

const PATH = 'ordner/ä b+&.txt'
const missing = 'missing.txt'

/** Requests a URL as the owner's browser would. */
const load = (url: string, headers: Record<string, string> = {}) =>
  storage.app.inject({ url, headers: { ...storage.owner.headers, ...headers } })
const urlOf = (path: string, query: object = {}) =>
  requestUrl(getObject, { params, query: { path, ...query } })

test('a file supports ranges and conditions, and is always revalidated', async () => {
  const reply = await load(urlOf(PATH))
  expect([reply.statusCode, reply.body]).toEqual([200, 'hello'])
  expect(reply.headers).toMatchObject({ 'content-type': 'text/plain', 'cache-control': 'private, no-cache' })
  expect((await load(urlOf(PATH), { range: 'bytes=1-2' })).body).toBe('el')
  expect((await load(urlOf(PATH), { 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(304)
  expect((await load(urlOf(missing))).statusCode).toBe(404)
})

test('a download without a path is refused with a message, after the permission check', async () => {
  const url = requestUrl(getObject, { params, query: { path: '' } })
  expect(await storage.owner.send('GET', url)).toMatchObject({
    status: 400,
    body: { message: 'Unable to find path to file' },
  })
  expect((await storage.app.inject({ url })).statusCode).toBe(401)
})

test('a download keeps its file name or gets the requested one', async () => {
  const named = async (download: string) =>
    (await load(urlOf(PATH, { download }))).headers['content-disposition']
  expect(await named('')).toBe(`attachment; filename="_ b+&.txt"; filename*=UTF-8''%C3%A4%20b%2B%26.txt`)
  expect(await named('x.txt')).toBe("attachment; filename=x.txt; filename*=UTF-8''x.txt")
})

test.each(['page.html', 'image.svg'])(
  '%s cannot run scripts on the origin of the dashboard',
  async (path) => {
    for (const reply of [
      await load(urlOf(path)),
      await storage.app.inject({
        method: 'POST',
        url: requestUrl(downloadObject, { params }),
        headers: storage.owner.headers,
        payload: { path },
      }),
    ]) {
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-security-policy']).toBe(
        "default-src 'none'; frame-ancestors 'self'; sandbox",
      )
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    }
  },
)

test('a file can also be downloaded by POST', async () => {
  const download = (options?: object, path = PATH) =>
    storage.owner.call(downloadObject, { params, body: { path, options } })
  expect(await download()).toMatchObject({ status: 200, body: 'hello' })
  expect(await download({ download: true })).toMatchObject({ status: 200, body: 'hello' })
  expect(await download({ transform: { width: 10 } })).toMatchObject({ status: 400 })
  expect(await download({}, missing)).toMatchObject({ status: 404 })
})

test('a signed URL has the host of the request and works without a key', async () => {
  const { body } = await storage.owner.call(signObject, { params, body: { path: PATH, expiresIn: 60 } })
  const { pathname, search, host } = new URL(body.signedUrl)
  expect(host).toBe('localhost')
  expect(await (await fetch(storage.origin + pathname + search)).text()).toBe('hello')
  const refused = await storage.owner.call(signObject, { params, body: { path: missing } })
  expect(refused.status).toBe(404)
  expect((await storage.owner.call(signObject, { params, body: { path: PATH, expiresIn: 0 } })).status).toBe(
    400,
  )
})

test('several URLs are signed at once, and missing files are reported', async () => {
  const { status, body } = await storage.owner.call(signObjects, {
    params,
    body: { path: [PATH, missing], options: { downloadName: 'x.txt' } },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject([
    { path: PATH, error: null, signedUrl: expect.stringContaining('&download=x.txt') },
    { path: missing, error: 'Object not found', signedUrl: null },
  ])
})

test('only a public bucket has public URLs', async () => {
  expect(await storage.owner.call(getPublicUrl, { params, body: { path: PATH } })).toMatchObject({
    status: 404,
  })
  const id = await storage.aBucket({ public: true })
  await storage.put(id, PATH)
  const { body } = await storage.owner.call(getPublicUrl, {
    params: { ...params, id },
    body: { path: PATH },
  })
  const { pathname } = new URL(body.publicUrl)
  expect(await (await fetch(storage.origin + pathname)).text()).toBe('hello')
})

test('an archive can be downloaded only by the user who prepared it', async () => {
  const body = { paths: ['ordner/', 'page.html'], name: 'mine.zip' }
  const { body: prepared } = await storage.owner.call(prepareArchive, { params, body })
  const url = requestUrl(getArchive, { params: { ...params, token: prepared.token } })
  const reply = await load(url)
  expect(reply.headers['content-disposition']).toContain('mine.zip')
  expect(Object.keys(await readZip(reply.rawPayload))).toEqual([PATH, 'page.html'])
  const { body: project } = await storage.owner.send('GET', `/platform/projects/${storage.ref}`)
  const other = await aMember(
    storage,
    storage.owner,
    (project as { organization_slug: string }).organization_slug,
  )
  expect((await other.send('GET', url)).status).toBe(404)
  const nothing = { params, body: { paths: ['nowhere/'] } }
  expect((await storage.owner.call(prepareArchive, nothing)).status).toBe(404)
})
