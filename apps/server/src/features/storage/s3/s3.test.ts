import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import * as s3 from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import {
  createStorageCredential,
  deleteStorageCredential,
  updateStorageConfig,
} from '@basalt/contract/storage/storage.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, s3ClientOf } from '../../../test/storage-fixture.ts'

const Bucket = 'files'
let storage: StorageFixture
let client: s3.S3Client
const clientWith = (accessKeyId: string, secretAccessKey: string) =>
  s3ClientOf(storage.url, { accessKeyId, secretAccessKey })
const aKey = async () =>
  (
    await storage.owner.call(createStorageCredential, {
      params: { ref: storage.ref },
      body: { description: 'Test' },
    })
  ).body

beforeAll(async () => {
  storage = await openStorage()
  const { access_key, secret_key } = await aKey()
  client = clientWith(access_key, secret_key)
  await client.send(new s3.CreateBucketCommand({ Bucket }))
})
afterAll(() => storage[Symbol.asyncDispose]())

const put = (Key: string, Body: string | Buffer = 'hello', more: Partial<s3.PutObjectCommandInput> = {}) =>
  client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ...more }))
const textOf = async (Key: string, more: Partial<s3.GetObjectCommandInput> = {}) =>
  (await client.send(new s3.GetObjectCommand({ Bucket, Key, ...more }))).Body!.transformToString()

test('buckets are created, listed, found and deleted', async () => {
  await client.send(new s3.CreateBucketCommand({ Bucket: 'passing' }))
  const { Buckets } = await client.send(new s3.ListBucketsCommand({}))
  expect(Buckets!.map(({ Name }) => Name)).toContain('passing')
  await client.send(new s3.HeadBucketCommand({ Bucket: 'passing' }))
  await client.send(new s3.DeleteBucketCommand({ Bucket: 'passing' }))
  await expect(client.send(new s3.HeadBucketCommand({ Bucket: 'passing' }))).rejects.toMatchObject({
    name: 'NotFound',
  })
})

test('an object is written, read in ranges, described and deleted', async () => {
  const { ETag } = await put("a/ö !'()*+&=$@,;:.txt", '0123456789', {
    ContentType: 'text/plain',
    CacheControl: 'max-age=60',
    Metadata: { by: 'Ann' },
  })
  expect(ETag).toBe(`"${createHash('md5').update('0123456789').digest('hex')}"`)
  const Key = "a/ö !'()*+&=$@,;:.txt"
  expect(await textOf(Key)).toBe('0123456789')
  expect(await textOf(Key, { Range: 'bytes=2-4' })).toBe('234')
  await expect(textOf(Key, { Range: 'bytes=10-' })).rejects.toMatchObject({
    name: 'InvalidRange',
    message: 'The requested range is not satisfiable',
    $metadata: { httpStatusCode: 416 },
  })
  expect(await client.send(new s3.HeadObjectCommand({ Bucket, Key }))).toMatchObject({
    ContentLength: 10,
    ContentType: 'text/plain',
    CacheControl: 'max-age=60',
    Metadata: { by: 'Ann' },
    ETag,
  })
  await expect(textOf(Key, { IfMatch: '"other"' })).rejects.toMatchObject({
    $metadata: { httpStatusCode: 412 },
  })
  await client.send(new s3.DeleteObjectCommand({ Bucket, Key }))
  await expect(textOf(Key)).rejects.toMatchObject({ name: 'NoSuchKey' })
})

test('objects are shared between protocols', async () => {
  await put('shared.txt', 'by S3')
  expect(await (await storage.service.from(Bucket).download('shared.txt')).data!.text()).toBe('by S3')
})

test('a stream is written in signed or checksummed chunks', async () => {
  const bytes = randomBytes(300_000)
  await put('streamed', Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]) as never, {
    ContentLength: bytes.length,
  })
  const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: 'streamed' }))
  expect(Buffer.from(await Body!.transformToByteArray()).equals(bytes)).toBe(true)
})

test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
  'a client can verify uploads by %s',
  async (ChecksumAlgorithm) => {
    await put(ChecksumAlgorithm, 'hello', { ChecksumAlgorithm })
    await put(ChecksumAlgorithm, Readable.from([Buffer.from('hello')]) as never, {
      ChecksumAlgorithm,
      ContentLength: 5,
    })
    expect(await textOf(ChecksumAlgorithm)).toBe('hello')
  },
)

test('objects and common prefixes are listed page by page, in both versions', async () => {
  await client.send(new s3.CreateBucketCommand({ Bucket: 'listed' }))
  for (const Key of ['a/1', 'a/2', 'b', 'c/1', 'd.1/x', 'd', 'e'])
    await client.send(new s3.PutObjectCommand({ Bucket: 'listed', Key, Body: 'x' }))
  const all: string[] = []
  for await (const page of s3.paginateListObjectsV2(
    { client, pageSize: 2 },
    { Bucket: 'listed', Delimiter: '/' },
  ))
    all.push(
      ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!),
      ...(page.Contents ?? []).map(({ Key }) => Key!),
    )
  expect(all.sort()).toEqual(['a/', 'b', 'c/', 'd', 'd.1/', 'e'])
  const below = await client.send(new s3.ListObjectsV2Command({ Bucket: 'listed', Prefix: 'a/' }))
  expect(below.Contents).toMatchObject([{ Key: 'a/1', Size: 1 }, { Key: 'a/2' }])
  const first = await client.send(new s3.ListObjectsCommand({ Bucket: 'listed', MaxKeys: 3 }))
  expect(first).toMatchObject({ IsTruncated: true, NextMarker: 'b' })
  const second = await client.send(new s3.ListObjectsCommand({ Bucket: 'listed', Marker: 'b' }))
  expect(second.Contents!.map(({ Key }) => Key)).toEqual(['c/1', 'd', 'd.1/x', 'e'])
  const after = await client.send(new s3.ListObjectsV2Command({ Bucket: 'listed', StartAfter: 'd' }))
  expect(after.KeyCount).toBe(2)
  await expect(client.send(new s3.ListObjectsV2Command({ Bucket: 'missing' }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
  })
})

test('many objects are deleted at once', async () => {
  for (const Key of ['many/1', 'many/2 & <3>']) await put(Key.replace(/[<>]/g, ''))
  const Objects = ['many/1', 'many/2 & 3', 'many/missing'].map((Key) => ({ Key }))
  const { Deleted, Errors } = await client.send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
  expect(Deleted).toEqual(Objects.slice(0, 2))
  expect(Errors).toEqual([
    {
      Key: 'many/missing',
      Code: 'AccessDenied',
      Message: "You do not have permission to delete this object or the object doesn't exists",
    },
  ])
  expect((await client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: 'many/' }))).KeyCount).toBe(0)
})

test('an object is copied with its own or new metadata', async () => {
  await put('source', 'hello', { Metadata: { by: 'Ann' }, ContentType: 'text/plain' })
  await client.send(new s3.CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/source` }))
  expect(await client.send(new s3.HeadObjectCommand({ Bucket, Key: 'copy' }))).toMatchObject({
    Metadata: { by: 'Ann' },
  })
  await client.send(
    new s3.CopyObjectCommand({
      Bucket,
      Key: 'copy',
      CopySource: `${Bucket}/source`,
      MetadataDirective: 'REPLACE',
      Metadata: { by: 'Bob' },
      ContentType: 'text/csv',
    }),
  )
  expect(await client.send(new s3.HeadObjectCommand({ Bucket, Key: 'copy' }))).toMatchObject({
    Metadata: { by: 'Bob' },
    ContentType: 'text/csv',
  })
})

test('tags are set, read and deleted', async () => {
  await put('tagged')
  const TagSet = [{ Key: 'a', Value: '1 & 2' }]
  await client.send(new s3.PutObjectTaggingCommand({ Bucket, Key: 'tagged', Tagging: { TagSet } }))
  expect((await client.send(new s3.GetObjectTaggingCommand({ Bucket, Key: 'tagged' }))).TagSet).toEqual(
    TagSet,
  )
  await client.send(new s3.DeleteObjectTaggingCommand({ Bucket, Key: 'tagged' }))
  expect((await client.send(new s3.GetObjectTaggingCommand({ Bucket, Key: 'tagged' }))).TagSet ?? []).toEqual(
    [],
  )
})

test('a large file is uploaded in concurrent parts', async () => {
  const bytes = randomBytes(12 * 1024 * 1024)
  const upload = new Upload({
    client,
    params: { Bucket, Key: 'large', Body: bytes },
    partSize: 5 * 1024 * 1024,
  })
  expect((await upload.done()).ETag).toMatch(/^"[0-9a-f]{32}-3"$/)
  const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: 'large' }))
  expect(Buffer.from(await Body!.transformToByteArray()).equals(bytes)).toBe(true)
})

test('parts are replaced, copied, listed, and joined in order', async () => {
  await put('part-source', '0123456789')
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: 'joined' }))
  const about = { Bucket, Key: 'joined', UploadId }
  await client.send(new s3.UploadPartCommand({ ...about, PartNumber: 1, Body: 'wrong' }))
  const one = await client.send(new s3.UploadPartCommand({ ...about, PartNumber: 1, Body: 'right' }))
  const two = await client.send(
    new s3.UploadPartCopyCommand({
      ...about,
      PartNumber: 2,
      CopySource: `${Bucket}/part-source`,
      CopySourceRange: 'bytes=2-4',
    }),
  )
  const { Parts } = await client.send(new s3.ListPartsCommand(about))
  expect(Parts).toMatchObject([
    { PartNumber: 1, Size: 5 },
    { PartNumber: 2, Size: 3 },
  ])
  const paged: (number | undefined)[][] = []
  for await (const page of s3.paginateListParts({ client, pageSize: 1 }, about))
    paged.push((page.Parts ?? []).map(({ PartNumber }) => PartNumber))
  expect(paged).toEqual([[1], [2]])
  const { Uploads } = await client.send(new s3.ListMultipartUploadsCommand({ Bucket }))
  expect(Uploads).toMatchObject([{ Key: 'joined', UploadId }])
  const wrong = { Parts: [{ PartNumber: 1, ETag: '"other"' }] }
  await expect(
    client.send(new s3.CompleteMultipartUploadCommand({ ...about, MultipartUpload: wrong })),
  ).rejects.toMatchObject({ name: 'InvalidPart' })
  const named = [
    { PartNumber: 1, ETag: one.ETag },
    { PartNumber: 2, ETag: two.CopyPartResult!.ETag },
  ]
  const complete = (ChecksumCRC64NVME: string) =>
    client.send(
      new s3.CompleteMultipartUploadCommand({
        ...about,
        MultipartUpload: { Parts: named },
        ChecksumType: 'FULL_OBJECT',
        ChecksumCRC64NVME,
      }),
    )
  await expect(complete('AAAAAAAAAAA=')).rejects.toMatchObject({ name: 'BadDigest' })
  await complete('UIdhhX0H6Pg=')
  expect(await textOf('joined')).toBe('right234')
  await expect(client.send(new s3.ListPartsCommand(about))).rejects.toMatchObject({ name: 'NoSuchUpload' })
})

test('an aborted multipart upload no longer exists', async () => {
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: 'aborted' }))
  const about = { Bucket, Key: 'aborted', UploadId }
  await client.send(new s3.UploadPartCommand({ ...about, PartNumber: 1, Body: 'x' }))
  await client.send(new s3.AbortMultipartUploadCommand(about))
  expect((await client.send(new s3.ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).toEqual([])
})

test('a presigned URL works without a key for its object and method, until it expires', async () => {
  await put('presigned', 'hello')
  const get = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'presigned' }), {
    expiresIn: 60,
  })
  expect(await (await fetch(get)).text()).toBe('hello')
  expect((await fetch(get.replace('presigned?', 'other?'))).status).toBe(403)
  expect((await fetch(get, { method: 'DELETE' })).status).toBe(403)
  const write = await getSignedUrl(client, new s3.PutObjectCommand({ Bucket, Key: 'presigned' }), {
    expiresIn: 60,
  })
  expect((await fetch(write, { method: 'PUT', body: 'written' })).status).toBe(200)
  expect(await textOf('presigned')).toBe('written')
  const old = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'presigned' }), {
    expiresIn: 60,
    signingDate: new Date(Date.now() - 120_000),
  })
  const expired = await fetch(old)
  expect([expired.status, await expired.text()]).toEqual([
    400,
    expect.stringContaining('<Message>Request has expired</Message>'),
  ])
})

test('a wrong secret, an unknown key and a revoked key are refused', async () => {
  const { id, access_key, secret_key } = await aKey()
  const list = (one: s3.S3Client) => one.send(new s3.ListBucketsCommand({}))
  await list(clientWith(access_key, secret_key))
  await expect(list(clientWith(access_key, 'guess'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  await expect(list(clientWith('unknown', secret_key))).rejects.toMatchObject({ name: 'AccessDenied' })
  await storage.owner.call(deleteStorageCredential, { params: { ref: storage.ref, id } })
  await expect(list(clientWith(access_key, secret_key))).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('the protocol can be disabled', async () => {
  const params = { ref: storage.ref }
  const set = (enabled: boolean) =>
    storage.owner.call(updateStorageConfig, { params, body: { features: { s3Protocol: { enabled } } } })
  await set(false)
  await expect(client.send(new s3.ListBucketsCommand({}))).rejects.toMatchObject({
    name: 'FeatureNotEnabled',
  })
  await set(true)
  await client.send(new s3.ListBucketsCommand({}))
})
