import { createHash, randomBytes } from 'node:crypto'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createStorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, s3ClientOf } from '../../../test/storage-fixture.ts'

/** The calls of programs that synchronize a folder with a bucket, with the headers they send. */

const Bucket = 'mirror'
let storage: StorageFixture
let client: s3.S3Client
beforeAll(async () => {
  storage = await openStorage()
  const { body } = await storage.owner.call(createStorageCredential, {
    params: { ref: storage.ref },
    body: { description: 'Mirror' },
  })
  client = s3ClientOf(storage.url, { accessKeyId: body.access_key, secretAccessKey: body.secret_key })
})
afterAll(() => storage[Symbol.asyncDispose]())

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')
const MTIME = '1700000000.123456789'
const list = (Prefix: string, more: Partial<s3.ListObjectsV2CommandInput> = {}) =>
  client.send(
    new s3.ListObjectsV2Command({
      Bucket,
      Prefix,
      Delimiter: '/',
      EncodingType: 'url',
      MaxKeys: 1000,
      ...more,
    }),
  )

test('a bucket is created unless it exists, in a given region', async () => {
  await expect(client.send(new s3.HeadBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'NotFound' })
  const create = () =>
    client.send(
      new s3.CreateBucketCommand({
        Bucket,
        ACL: 'private',
        CreateBucketConfiguration: { LocationConstraint: 'local' as never },
      }),
    )
  await create()
  await expect(create()).rejects.toThrow(/already exists/i)
  await client.send(new s3.HeadBucketCommand({ Bucket }))
  expect((await list('')).KeyCount).toBe(0)
})

test('a file is checked, written with time and checksum, compared, and given a new time', async () => {
  const Key = 'fold er/ü+?&=.txt'
  await expect(client.send(new s3.HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
    name: 'NotFound',
    $metadata: { httpStatusCode: 404 },
  })
  const Body = Buffer.from('some words')
  const sent = { Bucket, Key, ACL: 'private', ContentType: 'text/plain' } as const
  await client.send(
    new s3.PutObjectCommand({ ...sent, Body, ContentMD5: md5(Body), Metadata: { mtime: MTIME } }),
  )
  expect(await client.send(new s3.HeadObjectCommand({ Bucket, Key }))).toMatchObject({
    ContentLength: Body.length,
    ETag: `"${createHash('md5').update(Body).digest('hex')}"`,
    Metadata: { mtime: MTIME },
  })
  await client.send(
    new s3.CopyObjectCommand({
      ...sent,
      CopySource: `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`,
      MetadataDirective: 'REPLACE',
      Metadata: { mtime: '1.5' },
    }),
  )
  const { Metadata, ContentType } = await client.send(new s3.HeadObjectCommand({ Bucket, Key }))
  expect([Metadata, ContentType]).toEqual([{ mtime: '1.5' }, 'text/plain'])
  const { Contents, CommonPrefixes } = await list('fold er/')
  expect(Contents!.map((one) => decodeURIComponent(one.Key!))).toEqual([Key])
  expect(CommonPrefixes ?? []).toEqual([])
  expect((await list('')).CommonPrefixes!.map(({ Prefix }) => decodeURIComponent(Prefix!))).toEqual([
    'fold er/',
  ])
})

test('bytes that do not match the stated checksum are refused', async () => {
  const wrong = { Bucket, Key: 'wrong.txt', Body: 'words', ContentMD5: md5(Buffer.from('other words')) }
  await expect(client.send(new s3.PutObjectCommand(wrong))).rejects.toMatchObject({ name: 'BadDigest' })
  await expect(client.send(new s3.HeadObjectCommand({ Bucket, Key: 'wrong.txt' }))).rejects.toMatchObject({
    name: 'NotFound',
  })
})

test('a small file is uploaded to a presigned URL with the signed headers', async () => {
  const input = {
    Bucket,
    Key: 'presigned.bin',
    ContentType: 'application/x-thing',
    Metadata: { mtime: MTIME },
  }
  const url = await getSignedUrl(client, new s3.PutObjectCommand(input), { expiresIn: 900 })
  const reply = await fetch(url, {
    method: 'PUT',
    body: 'presigned',
    headers: { 'content-type': 'application/x-thing' },
  })
  expect(reply.status).toBe(200)
  const range = await client.send(
    new s3.GetObjectCommand({ Bucket, Key: 'presigned.bin', Range: 'bytes=3-5' }),
  )
  expect([await range.Body!.transformToString(), range.ContentRange]).toEqual(['sig', 'bytes 3-5/9'])
})

test('a large file is uploaded in parts with checksums, and keeps its time', async () => {
  const upload = { Bucket, Key: 'large.bin' }
  const { UploadId } = await client.send(
    new s3.CreateMultipartUploadCommand({ ...upload, Metadata: { mtime: MTIME, md5chksum: 'abc=' } }),
  )
  const parts = [randomBytes(5 * 1024 * 1024), randomBytes(1000)]
  const Parts: s3.CompletedPart[] = []
  for (const [index, Body] of parts.entries()) {
    const part = { ...upload, UploadId, PartNumber: index + 1, Body, ContentMD5: md5(Body) }
    const { ETag } = await client.send(new s3.UploadPartCommand(part))
    Parts.push({ ETag: ETag!, PartNumber: index + 1 })
  }
  await client.send(
    new s3.CompleteMultipartUploadCommand({ ...upload, UploadId, MultipartUpload: { Parts } }),
  )
  const { Metadata, ContentLength } = await client.send(new s3.HeadObjectCommand(upload))
  expect([Metadata, ContentLength]).toEqual([
    { mtime: MTIME, md5chksum: 'abc=' },
    parts[0]!.length + parts[1]!.length,
  ])
})

test('unfinished uploads are found and aborted', async () => {
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: 'left.bin' }))
  const { Uploads } = await client.send(new s3.ListMultipartUploadsCommand({ Bucket }))
  expect(Uploads!.map((one) => [one.Key, one.UploadId])).toEqual([['left.bin', UploadId]])
  await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key: 'left.bin', UploadId }))
  expect((await client.send(new s3.ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).toEqual([])
})

test('user metadata of other protocols is returned in headers', async () => {
  const { error } = await storage.service.from(Bucket).upload('noted.txt', 'x', {
    metadata: { by: 'Ångström', 'no header': 'at all', nested: { deep: 1 } },
  })
  expect(error).toBeNull()
  const { Metadata } = await client.send(new s3.HeadObjectCommand({ Bucket, Key: 'noted.txt' }))
  expect(Metadata).toEqual({ by: '=?UTF-8?B?w4VuZ3N0csO2bQ==?=', nested: '{"deep":1}' })
})

test('an invalid copy source and an invalid response header are refused', async () => {
  const copy = new s3.CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/%E0%A4%A` })
  await expect(client.send(copy)).rejects.toMatchObject({ name: 'InvalidRequest' })
  const named = new s3.GetObjectCommand({
    Bucket,
    Key: 'noted.txt',
    ResponseContentDisposition: 'attachment; filename="→"',
  })
  await expect(client.send(named)).rejects.toMatchObject({ name: 'InvalidRequest' })
})

test('a directory marker is an empty folder, for all protocols', async () => {
  const Key = 'empty dir/'
  await client.send(
    new s3.PutObjectCommand({ Bucket, Key, Body: '', ContentLength: 0, Metadata: { mtime: MTIME } }),
  )
  expect(await client.send(new s3.HeadObjectCommand({ Bucket, Key }))).toMatchObject({
    ContentLength: 0,
    Metadata: { mtime: MTIME },
  })
  expect((await list('empty')).CommonPrefixes).toMatchObject([{ Prefix: Key.replace(' ', '%20') }])
  expect((await list(Key)).Contents).toMatchObject([{ Key: Key.replace(' ', '%20'), Size: 0 }])
  const { data } = await storage.service.from(Bucket).list('', { search: 'empty' })
  expect(data).toMatchObject([{ name: 'empty dir', id: null }])
  const withBytes = new s3.PutObjectCommand({ Bucket, Key, Body: 'x' })
  await expect(client.send(withBytes)).rejects.toMatchObject({ name: 'InvalidKey' })
  const { Deleted } = await client.send(
    new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } }),
  )
  expect(Deleted).toMatchObject([{ Key }])
  expect((await list('empty')).KeyCount).toBe(0)
})

test('version 1 pages continue after directory markers', async () => {
  for (const Key of ['dirs/', 'dirs/a/', 'dirs/a/1', 'dirs/b'])
    await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: '', ContentLength: 0 }))
  const keysBy = async (Delimiter: '/' | '') => {
    const keys: (string | undefined)[] = []
    for (let Marker = '', isTruncated = true; isTruncated; ) {
      const page = await client.send(
        new s3.ListObjectsCommand({ Bucket, Prefix: 'dirs/', Delimiter, Marker, MaxKeys: 1 }),
      )
      const [found] = [
        ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix),
        ...(page.Contents ?? []).map(({ Key }) => Key),
      ]
      keys.push(found)
      isTruncated = page.IsTruncated!
      Marker = found!
    }
    return keys
  }
  expect(await keysBy('')).toEqual(['dirs/', 'dirs/a/', 'dirs/a/1', 'dirs/b'])
  expect(await keysBy('/')).toEqual(['dirs/', 'dirs/a/', 'dirs/b'])
})
