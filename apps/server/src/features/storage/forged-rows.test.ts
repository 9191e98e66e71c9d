import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import * as s3 from '@aws-sdk/client-s3'
import { emptyBucket } from '@basalt/contract/storage/buckets.endpoints.ts'
import { createStorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import { readZip } from '@basalt/testing/read-zip.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, s3ClientOf } from '../../test/storage-fixture.ts'

/** Rows of `storage.objects` that the project's own SQL wrote: anything may stand in them. */

let storage: StorageFixture
let client: s3.S3Client
/** Where the bytes of the one real file lie. */
let version: string

const whole = { eTag: '"abc"', size: 5, mimetype: 'text/plain', cacheControl: 'no-cache' }
const forged: Record<string, { version?: string | null; metadata: unknown }> = {
  'line-breaks-in-type': { metadata: { ...whole, mimetype: 'text/html\r\nset-cookie: a=1' } },
  'line-breaks-in-cache': { metadata: { ...whole, cacheControl: 'a\r\nb: c' } },
  'line-breaks-in-headers': { metadata: { ...whole, contentLanguage: 'a\r\nb', contentDisposition: 'ü→\n' } },
  'line-breaks-in-etag': { metadata: { ...whole, eTag: '"a"\r\nb: c' } },
  'no-etag': { metadata: { size: 5 } },
  'size-in-words': { metadata: { ...whole, size: 'five' } },
  'size-below-zero': { metadata: { ...whole, size: -1 } },
  'size-too-large': { metadata: { ...whole, size: 500 } },
  'no-date': { metadata: { ...whole, lastModified: 'yesterday' } },
  'metadata-list': { metadata: [1] },
  'metadata-text': { metadata: 'text' },
  'metadata-null': { metadata: null },
  'version-null': { version: null, metadata: whole },
  'version-upwards': { version: '../../../etc/passwd', metadata: whole },
  'version-odd': { version: 'a b\r\n', metadata: whole },
  'version-empty': { version: '', metadata: whole },
  'version-long': { version: 'x'.repeat(5000), metadata: whole },
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

test.each(names)('%s is read or not there, and never breaks the server', async (name) => {
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

test('nothing else is answered on a connection that was promised more bytes than there are', async () => {
  const { hostname, port, pathname } = new URL(storage.url)
  const ask = `GET ${pathname}/object/public/forged/size-too-large HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`
  const socket = connect(Number(port), hostname)
  socket.write(ask + ask)
  const heard = await text(socket)
  expect(heard.split('HTTP/1.1 ').length - 1).toBe(1)
  expect(heard).toMatch(/hello$/)
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

test('they are listed by every protocol', async () => {
  const { Contents } = await client.send(new s3.ListObjectsV2Command({ Bucket: 'forged' }))
  expect(Contents!.map(({ Key }) => Key)).toEqual(expect.arrayContaining(names))
  const { data } = await storage.service.from('forged').list('', { limit: 100 })
  expect(data!.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})

test('an archive has no entry that leaves the folder it is unpacked in', async () => {
  for (const name of ['../../up', '/root', 'a\\..\\b', 'C:\\c', 'line\nbreak', 'up', 'plain: *.txt'])
    await storage.sql(
      'insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, $3, $4)',
      ['forged', name, version, JSON.stringify(whole)],
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

test('they are deleted with everything else, without deleting the bytes of others', async () => {
  await storage.put('forged', 'to-replace', 'bytes of its own')
  await storage.owner.call(emptyBucket, { params: { ref: storage.ref, id: 'forged' } })
  expect(await storage.blobs()).toEqual([])
  expect((await storage.service.from('forged').list()).data).toEqual([])
})
