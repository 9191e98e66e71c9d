import { createHmac } from 'node:crypto'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createStorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, s3ClientOf } from '../../../test/storage-fixture.ts'
import { signingKey } from './sigv4.ts'

/** Details of responses that clients and acceptance tests of the S3 protocol expect. */

const Bucket = 'parity'
let storage: StorageFixture
let client: s3.S3Client
let key: { access_key: string; secret_key: string }

beforeAll(async () => {
  storage = await openStorage()
  const { body } = await storage.owner.call(createStorageCredential, {
    params: { ref: storage.ref },
    body: { description: 'Test' },
  })
  key = body
  client = s3ClientOf(storage.url, { accessKeyId: body.access_key, secretAccessKey: body.secret_key })
  await client.send(new s3.CreateBucketCommand({ Bucket }))
})
afterAll(() => storage[Symbol.asyncDispose]())

const put = (Key: string, Body: string, more: Partial<s3.PutObjectCommandInput> = {}) =>
  client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ...more }))
const head = (Key: string) => client.send(new s3.HeadObjectCommand({ Bucket, Key }))

test('creating a bucket returns its location, and public-read makes it public', async () => {
  const created = await client.send(new s3.CreateBucketCommand({ Bucket: 'described', ACL: 'public-read' }))
  expect(created.Location).toBe('/described')
  expect((await storage.service.getBucket('described')).data).toMatchObject({ public: true })
  const { BucketRegion } = await client.send(new s3.HeadBucketCommand({ Bucket: 'described' }))
  const { LocationConstraint } = await client.send(new s3.GetBucketLocationCommand({ Bucket: 'described' }))
  expect(BucketRegion).toBeTruthy()
  expect(LocationConstraint).toBe(BucketRegion)
  expect(await client.send(new s3.GetBucketVersioningCommand({ Bucket: 'described' }))).toMatchObject({
    Status: 'Suspended',
    MFADelete: 'Disabled',
  })
  await expect(
    client.send(new s3.CreateBucketCommand({ Bucket: 'other', ACL: 'public-read-write' })),
  ).rejects.toMatchObject({ name: 'NotImplemented' })
})

test("deleting a bucket with objects is refused with S3's code", async () => {
  await client.send(new s3.CreateBucketCommand({ Bucket: 'filled' }))
  await client.send(new s3.PutObjectCommand({ Bucket: 'filled', Key: 'a', Body: 'x' }))
  await expect(client.send(new s3.DeleteBucketCommand({ Bucket: 'filled' }))).rejects.toMatchObject({
    name: 'BucketNotEmpty',
    message: 'The bucket you tried to delete is not empty',
    $metadata: { httpStatusCode: 409 },
  })
})

test('missing buckets, objects and uploads are reported', async () => {
  const noKey = { name: 'NoSuchKey', message: 'Object not found', $metadata: { httpStatusCode: 404 } }
  const missing = { Bucket, Key: 'missing' }
  await expect(client.send(new s3.GetObjectCommand(missing))).rejects.toMatchObject(noKey)
  await expect(
    client.send(new s3.CopyObjectCommand({ Bucket, Key: 'copied', CopySource: `${Bucket}/missing` })),
  ).rejects.toMatchObject(noKey)
  await expect(
    client.send(new s3.ListPartsCommand({ Bucket: 'no-bucket', Key: 'a', UploadId: 'no-upload' })),
  ).rejects.toMatchObject({
    name: 'NoSuchUpload',
    message: 'Upload not found',
    $metadata: { httpStatusCode: 404 },
  })
  await expect(client.send(new s3.HeadBucketCommand({ Bucket: 'no-bucket' }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 404 },
  })
})

test('an object or a part that is too large is refused', async () => {
  const small = { Bucket: 'small', Key: 'a' }
  await storage.service.createBucket('small', { public: false, fileSizeLimit: 10 })
  const Body = 'x'.repeat(11)
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(small))
  for (const command of [
    new s3.PutObjectCommand({ ...small, Body }),
    new s3.UploadPartCommand({ ...small, UploadId, PartNumber: 1, Body }),
  ])
    await expect(client.send(command as s3.PutObjectCommand)).rejects.toMatchObject({
      name: 'EntityTooLarge',
      message: 'The object exceeded the maximum allowed size',
      $metadata: { httpStatusCode: 413 },
    })
})

test('the source of a copy is accepted in all encodings that clients use', async () => {
  const name = 'folder one/일이삼?x=1.png'
  await put(name, 'hello')
  const copy = (CopySource: string) =>
    client.send(new s3.CopyObjectCommand({ Bucket, Key: 'copied.png', CopySource }))
  for (const source of [
    `${Bucket}/${encodeURI(name)}`,
    encodeURIComponent(`${Bucket}/${name}`),
    encodeURIComponent(`/${Bucket}/${name}`),
    `${Bucket}/${encodeURI(name)}?versionId=null`,
  ]) {
    expect((await copy(source)).CopyObjectResult?.ETag).toBeTruthy()
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key: 'copied.png' }))
  }
  await expect(copy(`${Bucket}/${encodeURI(name)}?versionId=`)).rejects.toMatchObject({
    $metadata: { httpStatusCode: 400 },
  })
  await expect(copy(`${Bucket}/${encodeURI(name)}?versionId=v1?part=2`)).rejects.toMatchObject({
    name: 'NoSuchVersion',
  })
})

test('the content is not checked against its type', async () => {
  await put('broken.json', '{"hello": "world"', { ContentType: 'application/json' })
  expect((await head('broken.json')).ContentLength).toBe(17)
})

test('a folder is listed one entry at a time, and after a key inside it', async () => {
  const paged = 'Paged'
  await client.send(new s3.CreateBucketCommand({ Bucket: paged }))
  const list = (more: Partial<s3.ListObjectsV2CommandInput> = {}) =>
    client.send(new s3.ListObjectsV2Command({ Bucket: paged, Delimiter: '/', MaxKeys: 1, ...more }))
  expect((await list()).Contents).toBeUndefined()
  for (const Key of ['test-1', 'in-1/test-1', 'in-3/test-1'])
    await client.send(new s3.PutObjectCommand({ Bucket: paged, Key, Body: 'x' }))
  const pages = async (start: Partial<s3.ListObjectsV2CommandInput>) => {
    const seen: unknown[] = []
    for (let more: typeof start | undefined = start; more; ) {
      const { Contents, CommonPrefixes, IsTruncated, NextContinuationToken } = await list(more)
      seen.push([Contents?.map(({ Key }) => Key), CommonPrefixes?.map(({ Prefix }) => Prefix)])
      more = IsTruncated ? { ContinuationToken: NextContinuationToken } : undefined
    }
    return seen
  }
  const [one, three, file] = [
    [undefined, ['in-1/']],
    [undefined, ['in-3/']],
    [['test-1'], undefined],
  ]
  expect(await pages({})).toEqual([one, three, file])
  expect(await pages({ StartAfter: 'in-1/test-1' })).toEqual([three, file])
  expect(await pages({ StartAfter: 'in-3/test-1' })).toEqual([file])
  expect((await list({ MaxKeys: 9 })).KeyCount).toBe(3)
})

test("an upload's headers are returned with each download, by all protocols", async () => {
  const headers = {
    ContentType: 'text/html',
    ContentDisposition: 'attachment; filename="a.html"',
    ContentLanguage: 'de-CH',
    ContentEncoding: 'identity',
    Expires: new Date('2030-01-01T00:00:00Z'),
    Tagging: 'a=1&b=2',
  }
  await put('described.html', '<p>', headers)
  const found = await client.send(new s3.GetObjectCommand({ Bucket, Key: 'described.html' }))
  expect(found).toMatchObject({
    ContentDisposition: headers.ContentDisposition,
    ContentLanguage: 'de-CH',
    ContentEncoding: 'identity',
    ExpiresString: 'Tue, 01 Jan 2030 00:00:00 GMT',
  })
  const { TagSet } = await client.send(new s3.GetObjectTaggingCommand({ Bucket, Key: 'described.html' }))
  expect(TagSet).toEqual([
    { Key: 'a', Value: '1' },
    { Key: 'b', Value: '2' },
  ])
  const rest = await fetch(`${storage.url}/object/authenticated/${Bucket}/described.html`, {
    headers: { authorization: `Bearer ${storage.keyOf('service_role')}` },
  })
  expect(rest.headers.get('content-language')).toBe('de-CH')
  await client.send(
    new s3.CopyObjectCommand({ Bucket, Key: 'copy.html', CopySource: `${Bucket}/described.html` }),
  )
  expect(await head('copy.html')).toMatchObject({ ContentLanguage: 'de-CH' })
  await client.send(
    new s3.CopyObjectCommand({
      Bucket,
      Key: 'copy.html',
      CopySource: `${Bucket}/described.html`,
      MetadataDirective: 'REPLACE',
    }),
  )
  expect((await head('copy.html')).ContentLanguage).toBeUndefined()
})

test('a signed request can set response headers, but not enable scripts', async () => {
  await put('overridden', '<script>alert(1)</script>', { ContentType: 'text/plain' })
  const expires = new Date('2030-01-01T00:00:00Z')
  const overrides = {
    ResponseCacheControl: 'no-store',
    ResponseContentDisposition: 'inline',
    ResponseExpires: expires,
    ResponseContentEncoding: 'identity',
    ResponseContentLanguage: 'en-US',
    ResponseContentType: 'text/html',
  }
  const command = new s3.GetObjectCommand({ Bucket, Key: 'overridden', ...overrides })
  expect(await client.send(command)).toMatchObject({
    CacheControl: 'no-store',
    ContentDisposition: 'inline',
    ContentEncoding: 'identity',
    ContentLanguage: 'en-US',
    ContentType: 'text/html',
    ExpiresString: expires.toUTCString(),
  })
  const reply = await fetch(await getSignedUrl(client, command, { expiresIn: 60 }))
  expect(reply.headers.get('content-security-policy')).toContain('sandbox')
  const broken = new s3.GetObjectCommand({ Bucket, Key: 'overridden', ResponseContentType: 'a\r\nb: c' })
  expect((await fetch(await getSignedUrl(client, broken, { expiresIn: 60 }))).status).toBe(400)
})

test('GetObjectAttributes returns the requested attributes', async () => {
  await put('attributes', 'hello')
  const get = (...ObjectAttributes: s3.ObjectAttributes[]) =>
    client.send(new s3.GetObjectAttributesCommand({ Bucket, Key: 'attributes', ObjectAttributes }))
  const all = await get('ETag', 'ObjectSize', 'StorageClass')
  expect(all).toMatchObject({
    ETag: '5d41402abc4b2a76b9719d911017c592',
    ObjectSize: 5,
    StorageClass: 'STANDARD',
  })
  expect(all.LastModified).toBeInstanceOf(Date)
  expect((await get('ObjectSize')).ETag).toBeUndefined()
  await expect(get()).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } })
  await expect(
    client.send(new s3.GetObjectAttributesCommand({ Bucket, Key: 'missing', ObjectAttributes: ['ETag'] })),
  ).rejects.toMatchObject({ name: 'NoSuchKey' })
})

test('multipart uploads are listed by key, page by page', async () => {
  for (const Key of ['mp/b', 'mp/a', 'mp/in/c'])
    await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key }))
  const list = (more: Partial<s3.ListMultipartUploadsCommandInput>) =>
    client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: 'mp/', ...more }))
  expect((await list({})).Uploads!.map(({ Key }) => Key)).toEqual(['mp/a', 'mp/b', 'mp/in/c'])
  const first = await list({ MaxUploads: 1 })
  expect(first).toMatchObject({ IsTruncated: true, NextKeyMarker: 'mp/a' })
  expect(first.NextUploadIdMarker).toBe(first.Uploads![0]!.UploadId)
  const second = await list({ KeyMarker: 'mp/a', MaxUploads: 2 })
  expect(second).toMatchObject({ KeyMarker: 'mp/a', IsTruncated: false })
  expect(second.Uploads!.map(({ Key }) => Key)).toEqual(['mp/b', 'mp/in/c'])
  const folded = await list({ Delimiter: '/' })
  expect(folded.CommonPrefixes).toEqual([{ Prefix: 'mp/in/' }])
  expect(folded.Uploads!.map(({ Key }) => Key)).toEqual(['mp/a', 'mp/b'])
  const last = await list({ Delimiter: '/', MaxUploads: 1, KeyMarker: 'mp/b' })
  expect([last.Uploads, last.CommonPrefixes]).toEqual([undefined, [{ Prefix: 'mp/in/' }]])
  await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: 'mp/z' }))
  const after = await list({ Delimiter: '/', MaxUploads: 1, KeyMarker: 'mp/in/' })
  expect([after.Uploads!.map(({ Key }) => Key), after.CommonPrefixes]).toEqual([['mp/z'], undefined])
  await expect(client.send(new s3.ListMultipartUploadsCommand({ Bucket: 'missing' }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
  })
})

test.each(['bytes=0-10', 'bytes=10-12', 'bytes=-5', 'bytes=5-', 'bytes=3-1', 'all'])(
  'a part is not copied from the invalid range %s',
  async (CopySourceRange) => {
    await put('ten', '0123456789')
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: 'out' }))
    const about = { Bucket, Key: 'out', UploadId }
    await expect(
      client.send(
        new s3.UploadPartCopyCommand({
          ...about,
          PartNumber: 1,
          CopySource: `${Bucket}/ten`,
          CopySourceRange,
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidRange', $metadata: { httpStatusCode: 400 } })
    await client.send(new s3.AbortMultipartUploadCommand(about))
  },
)

interface Form {
  conditions?: unknown[]
  fields?: Record<string, string>
  file?: string
  secret?: string
  expiresInMs?: number
  bucket?: string
}

/** Uploads a file by a form, like a browser with a policy signed by an app's server. */
async function post(Key: string, { conditions = [], fields = {}, ...more }: Form = {}) {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/local/s3/aws4_request`
  const signed = {
    key: Key,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${key.access_key}/${scope}`,
    'x-amz-date': time,
    ...fields,
  }
  const expiration = new Date(Date.now() + (more.expiresInMs ?? 60_000)).toISOString()
  const policy = Buffer.from(
    JSON.stringify({
      expiration,
      conditions: [
        { bucket: Bucket },
        ...Object.entries(signed).map(([name, value]) => ({ [name]: value })),
        ...conditions,
      ],
    }),
  ).toString('base64')
  const signature = createHmac('sha256', signingKey(more.secret ?? key.secret_key, scope)).update(policy)
  const form = new FormData()
  for (const [name, value] of Object.entries(signed)) form.set(name, value)
  form.set('Policy', policy)
  form.set('X-Amz-Signature', signature.digest('hex'))
  form.set('file', new Blob([more.file ?? 'posted']), 'mine.txt')
  return fetch(`${storage.url}/s3/${more.bucket ?? Bucket}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
}

test('a form uploads a file as allowed by its signed policy', async () => {
  const fields = { 'Content-Type': 'text/plain', 'X-Amz-Meta-By': 'Ann' }
  const reply = await post('posted.txt', { fields })
  expect([reply.status, reply.headers.get('etag')]).toEqual([200, (await head('posted.txt')).ETag])
  expect(await head('posted.txt')).toMatchObject({
    ContentLength: 6,
    ContentType: 'text/plain',
    Metadata: { by: 'Ann' },
  })
  const named = await post(`in/${'$'}{filename}`, { fields: { success_action_status: '201' } })
  expect(await named.text()).toContain('<Key>in/mine.txt</Key>')
  const sent = await post('sent', { fields: { success_action_redirect: 'https://example.com/done?a=1' } })
  expect([sent.status, sent.headers.get('location')]).toEqual([
    ...[303, expect.stringMatching(/^https:\/\/example\.com\/done\?a=1&bucket=parity&key=sent&etag=/)],
  ])
})

test.each<[string, Form, number]>([
  ['with a wrong secret', { secret: 'guess' }, 403],
  ['that has expired', { expiresInMs: -1 }, 403],
  ['for another bucket', { bucket: 'described' }, 403],
  ['whose file is larger than allowed', { conditions: [['content-length-range', 0, 3]] }, 413],
  ['whose file is smaller than allowed', { conditions: [['content-length-range', 9, 99]] }, 400],
  ['whose key is not allowed', { conditions: [['starts-with', '$key', 'other/']] }, 403],
])('a form %s is refused', async (_which, form, status) => {
  expect((await post('never', form)).status).toBe(status)
  await expect(head('never')).rejects.toMatchObject({ name: 'NotFound' })
})

test('a form without a signature is refused', async () => {
  const form = new FormData()
  form.set('key', 'never')
  form.set('file', new Blob(['x']))
  const reply = await fetch(`${storage.url}/s3/${Bucket}`, { method: 'POST', body: form })
  expect([reply.status, await reply.text()]).toEqual([403, expect.stringContaining('AccessDenied')])
})
