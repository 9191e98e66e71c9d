import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import * as s3 from '@aws-sdk/client-s3'
import { emptyBucket } from '@basalt/contract/storage/buckets.endpoints.ts'
import { createStorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import { readZip } from '@basalt/testing/read-zip.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, s3ClientOf } from '../../test/storage-fixture.ts'

/** Rows of `storage.objects` written by the project's own SQL, which may contain anything. */

let storage: StorageFixture
let client: s3.S3Client
/** The version of the one real file. */
let version: string

const valid = { eTag: '"abc"', size: 5, mimetype: 'text/plain', cacheControl: 'no-cache' }
const forged: Record<string, { version?: string | null; metadata: unknown }> = {
  'line-breaks-in-type': { metadata: { ...valid, mimetype: 'text/html\r\nset-cookie: a=1' } },
  'line-breaks-in-cache': { metadata: { ...valid, cacheControl: 'a\r\nb: c' } },
  'line-breaks-in-headers': { metadata: { ...valid, contentLanguage: 'a\r\nb', contentDisposition: 'ü→\n' } },
  'line-breaks-in-etag': { metadata: { ...valid, eTag: '"a"\r\nb: c' } },
  'no-etag': { metadata: { size: 5 } },
  'size-in-words': { metadata: { ...valid, size: 'five' } },
  'size-below-zero': { metadata: { ...valid, size: -1 } },
  'size-too-large': { metadata: { ...valid, size: 500 } },
  'no-date': { metadata: { ...valid, lastModified: 'yesterday' } },
  'metadata-list': { metadata: [1] },
  'metadata-text': { metadata: 'text' },
  'metadata-null': { metadata: null },
  'version-null': { version: null, metadata: valid },
  'version-upwards': { version: '../../../etc/passwd', metadata: valid },
  'version-odd': { version: 'a b\r\n', metadata: valid },
  'version-empty': { version: '', metadata: valid },
  'version-long': { version: 'x'.repeat(5000), metadata: valid },
}
const names = Object.keys(forged)

beforeAll(async () => {
  storage = await openStorage()
  await storage.service.createBucket('forged', { public: true })
  await storage.put('forged', 'real', 'hello')
  version = (await storage.sql("select version from storage.objects where name = 'real'"))[0].version
  for (const [name, { version: own = version, metadata }] of Object.entries(forged))
    await storage.sql(
      'insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, $3, $4)',
      ['forged', name, own, JSON.stringify(metadata)],
    )
  const { body } = await storage.owner.call(createStorageCredential, {
    params: { ref: storage.ref },
    body: { description: 'Test' },
  })
  client = s3ClientOf(storage.url, { accessKeyId: body.access_key, secretAccessKey: body.secret_key })
})
afterAll(() => storage[Symbol.asyncDispose]())

const serviceHeaders = () => ({ authorization: `Bearer ${storage.keyOf('service_role')}` })

test.each(names)('%s is readable or not found, and never crashes the server', async (name) => {
  for (const [method, path] of [
    ['GET', `/object/public/forged/${name}`],
    ['HEAD', `/object/public/forged/${name}`],
    ['GET', `/object/info/forged/${name}`],
    ['HEAD', `/object/info/forged/${name}`],
    ['GET', `/render/image/public/forged/${name}?width=5`],
  ] as const) {
    const reply = await fetch(`${storage.url}${path}`, { method, headers: serviceHeaders() }).catch(
      () => undefined,
    )
    expect([200, 400], `${method} ${path}`).toContain(reply?.status)
    expect(reply!.headers.get('set-cookie')).toBeNull()
    // A row that states more bytes than exist ends the connection.
    await reply!.text().catch(() => expect(name).toBe('size-too-large'))
  }
  const read = client.send(new s3.GetObjectCommand({ Bucket: 'forged', Key: name }))
  await read.catch((error) => expect(error).toMatchObject({ name: 'NoSuchKey' }))
})

test('a connection that was promised more bytes than exist is not reused', async () => {
  const { hostname, port, pathname } = new URL(storage.url)
  const get = `GET ${pathname}/object/public/forged/size-too-large HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`
  const socket = connect(Number(port), hostname)
  socket.write(get + get)
  const received = await text(socket)
  expect(received.split('HTTP/1.1 ').length - 1).toBe(1)
  expect(received).toMatch(/hello$/)
})

test('a readable row returns the bytes that exist', async () => {
  const get = async (name: string) => {
    const reply = await fetch(`${storage.url}/object/public/forged/${name}`)
    return [reply.headers.get('content-type'), reply.headers.get('cache-control'), await reply.text()]
  }
  expect(await get('line-breaks-in-type')).toEqual(['application/octet-stream', 'no-cache', 'hello'])
  expect(await get('line-breaks-in-cache')).toEqual(['text/plain', 'no-cache', 'hello'])
  expect(await get('no-date')).toEqual(['text/plain', 'no-cache', 'hello'])
})

test('all protocols list the rows', async () => {
  const { Contents } = await client.send(new s3.ListObjectsV2Command({ Bucket: 'forged' }))
  expect(Contents!.map(({ Key }) => Key)).toEqual(expect.arrayContaining(names))
  const { data } = await storage.service.from('forged').list('', { limit: 100 })
  expect(data!.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})

test('an archive has no entry outside its folder', async () => {
  for (const name of ['../../up', '/root', 'a\\..\\b', 'C:\\c', 'line\nbreak', 'up', 'plain: *.txt'])
    await storage.sql(
      'insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, $3, $4)',
      ['forged', name, version, JSON.stringify(valid)],
    )
  const reply = await fetch(`${storage.url}/object/zip/forged`, {
    method: 'POST',
    headers: { ...serviceHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify({ paths: [''] }),
  })
  const entries = readZip(Buffer.from(await reply.arrayBuffer()))
  expect(Object.keys(entries)).toEqual(
    expect.arrayContaining(['up', 'up (2)', 'root', 'a/b', 'c', 'line_break', 'plain: *.txt']),
  )
  for (const name of Object.keys(entries)) expect(name).not.toMatch(/(^|\/)\.\.(\/|$)|^\/|\\|[\n\r]/)
  expect(entries['not-downloaded.txt']).toContain('version-upwards')
})

test('the rows are deleted with everything else, without deleting bytes of other objects', async () => {
  await storage.put('forged', 'to-replace', 'own bytes')
  await storage.owner.call(emptyBucket, { params: { ref: storage.ref, id: 'forged' } })
  expect(await storage.blobs()).toEqual([])
  expect((await storage.service.from('forged').list()).data).toEqual([])
})
