import * as s3 from '@aws-sdk/client-s3'
import { createStorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, s3ClientOf } from '../../../test/storage-fixture.ts'

/** S3 calls that must not destroy data: refused and conditional ones. */

const Bucket = 'protected'
const Key = 'protected.txt'
let storage: StorageFixture
let client: s3.S3Client
let eTag: string

beforeAll(async () => {
  storage = await openStorage()
  const { body } = await storage.owner.call(createStorageCredential, {
    params: { ref: storage.ref },
    body: { description: 'Test' },
  })
  client = s3ClientOf(storage.url, { accessKeyId: body.access_key, secretAccessKey: body.secret_key })
  await client.send(new s3.CreateBucketCommand({ Bucket }))
  await client.send(new s3.CreateBucketCommand({ Bucket: 'empty' }))
  eTag = (await put(Key, 'kept')).ETag!
})
afterAll(() => storage[Symbol.asyncDispose]())

const put = (key: string, Body: string, more: Partial<s3.PutObjectCommandInput> = {}) =>
  client.send(new s3.PutObjectCommand({ Bucket, Key: key, Body, ...more }))
const textOf = async (key: string) =>
  (await client.send(new s3.GetObjectCommand({ Bucket, Key: key }))).Body!.transformToString()
const row = async (key: string) =>
  (
    await storage.sql('select version, updated_at from storage.objects where bucket_id = $1 and name = $2', [
      ...[Bucket, key],
    ])
  )[0]

const Rules = [{ ID: 'a', Status: 'Enabled' as const, Filter: {}, Expiration: { Days: 1 } }]
const unsupported: Record<string, () => Promise<unknown>> = {
  PutObjectAcl: () => client.send(new s3.PutObjectAclCommand({ Bucket, Key, ACL: 'public-read' })),
  PutObjectRetention: () =>
    client.send(new s3.PutObjectRetentionCommand({ Bucket, Key, Retention: { Mode: 'GOVERNANCE' } })),
  PutObjectLegalHold: () =>
    client.send(new s3.PutObjectLegalHoldCommand({ Bucket, Key, LegalHold: { Status: 'ON' } })),
  RestoreObject: () => client.send(new s3.RestoreObjectCommand({ Bucket, Key })),
  RenameObject: () =>
    client.send(new s3.RenameObjectCommand({ Bucket, Key, RenameSource: `${Bucket}/other` })),
  GetObjectAcl: () => client.send(new s3.GetObjectAclCommand({ Bucket, Key })),
  GetObjectTorrent: () => client.send(new s3.GetObjectTorrentCommand({ Bucket, Key })),
  ListObjectVersions: () => client.send(new s3.ListObjectVersionsCommand({ Bucket })),
  GetBucketPolicy: () => client.send(new s3.GetBucketPolicyCommand({ Bucket })),
  PutBucketPolicy: () => client.send(new s3.PutBucketPolicyCommand({ Bucket: 'new', Policy: '{}' })),
  PutBucketAcl: () => client.send(new s3.PutBucketAclCommand({ Bucket: 'new', ACL: 'private' })),
  PutBucketVersioning: () =>
    client.send(
      new s3.PutBucketVersioningCommand({
        Bucket: 'new',
        VersioningConfiguration: { Status: 'Enabled' },
      }),
    ),
  PutBucketLifecycleConfiguration: () =>
    client.send(
      new s3.PutBucketLifecycleConfigurationCommand({ Bucket: 'new', LifecycleConfiguration: { Rules } }),
    ),
  DeleteBucketPolicy: () => client.send(new s3.DeleteBucketPolicyCommand({ Bucket: 'empty' })),
  DeleteBucketCors: () => client.send(new s3.DeleteBucketCorsCommand({ Bucket: 'empty' })),
  DeleteBucketLifecycle: () => client.send(new s3.DeleteBucketLifecycleCommand({ Bucket: 'empty' })),
  DeleteBucketTagging: () => client.send(new s3.DeleteBucketTaggingCommand({ Bucket: 'empty' })),
  DeleteBucketEncryption: () => client.send(new s3.DeleteBucketEncryptionCommand({ Bucket: 'empty' })),
  DeleteBucketWebsite: () => client.send(new s3.DeleteBucketWebsiteCommand({ Bucket: 'empty' })),
  DeleteBucketReplication: () => client.send(new s3.DeleteBucketReplicationCommand({ Bucket: 'empty' })),
  DeletePublicAccessBlock: () => client.send(new s3.DeletePublicAccessBlockCommand({ Bucket: 'empty' })),
  DeleteBucketOwnershipControls: () =>
    client.send(new s3.DeleteBucketOwnershipControlsCommand({ Bucket: 'empty' })),
  DeleteBucketInventoryConfiguration: () =>
    client.send(new s3.DeleteBucketInventoryConfigurationCommand({ Bucket: 'empty', Id: 'x' })),
  'PutObject with an offset to append at': () => put(Key, 'x', { WriteOffsetBytes: 4 }),
  'PutObject under a lock': () => put(Key, 'x', { ObjectLockLegalHoldStatus: 'ON' }),
  'PutObject readable by all': () => put(Key, 'x', { ACL: 'public-read' }),
  'PutObject encrypted with a custom key': () =>
    put(Key, 'x', { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: 'k' }),
}

test.each(Object.keys(unsupported))('%s is not implemented, and changes nothing', async (name) => {
  const before = await row(Key)
  await expect(unsupported[name]!()).rejects.toMatchObject({
    name: 'NotImplemented',
    $metadata: { httpStatusCode: 501 },
  })
  expect(await row(Key)).toEqual(before)
  expect(await textOf(Key)).toBe('kept')
  const { Buckets } = await client.send(new s3.ListBucketsCommand({}))
  expect(Buckets!.map(({ Name }) => Name)).toEqual(['empty', Bucket])
})

const refused = (call: Promise<unknown>, name: string, httpStatusCode: number) =>
  expect(call).rejects.toMatchObject({ name, $metadata: { httpStatusCode } })

test('an object is deleted only if its version and ETag match', async () => {
  await put('deleted', 'x')
  const remove = (more: Partial<s3.DeleteObjectCommandInput>) =>
    client.send(new s3.DeleteObjectCommand({ Bucket, Key: 'deleted', ...more }))
  const { ETag } = await client.send(new s3.HeadObjectCommand({ Bucket, Key: 'deleted' }))
  await refused(remove({ VersionId: 'another' }), 'NoSuchVersion', 404)
  await refused(remove({ IfMatch: '"another"' }), 'PreconditionFailed', 412)
  await refused(remove({ IfMatchSize: 9 }), 'NotImplemented', 501)
  expect(await textOf('deleted')).toBe('x')
  await remove({ IfMatch: ETag, VersionId: 'null' })
  expect(await row('deleted')).toBeUndefined()
  await refused(remove({ IfMatch: '*' }), 'PreconditionFailed', 412)
})

test('each of several objects is deleted under its own condition', async () => {
  for (const key of ['many-1', 'many-2', 'many-3', 'many-4']) await put(key, key)
  const { ETag } = await client.send(new s3.HeadObjectCommand({ Bucket, Key: 'many-2' }))
  const { Deleted, Errors } = await client.send(
    new s3.DeleteObjectsCommand({
      Bucket,
      Delete: {
        Objects: [
          { Key: 'many-1' },
          { Key: 'many-2', ETag },
          { Key: 'many-3', ETag: '"another"' },
          { Key: 'many-4', VersionId: 'another' },
        ],
      },
    }),
  )
  expect(Deleted!.map((one) => one.Key)).toEqual(['many-1', 'many-2'])
  expect(Errors!.map(({ Key: key, Code }) => [key, Code])).toEqual([
    ['many-3', 'PreconditionFailed'],
    ['many-4', 'NoSuchVersion'],
  ])
  expect(await Promise.all([1, 2, 3, 4].map(async (n) => Boolean(await row(`many-${n}`))))).toEqual([
    ...[false, false, true, true],
  ])
})

test('an object is replaced only if its ETag matches', async () => {
  await put('replaced', 'one')
  const { ETag } = await client.send(new s3.HeadObjectCommand({ Bucket, Key: 'replaced' }))
  await refused(put('replaced', 'two', { IfMatch: '"another"' }), 'PreconditionFailed', 412)
  await refused(put('replaced', 'two', { IfNoneMatch: '*' }), 'PreconditionFailed', 412)
  await refused(put('absent', 'two', { IfMatch: ETag }), 'NoSuchKey', 404)
  await refused(put('replaced', 'two', { IfNoneMatch: ETag }), 'NotImplemented', 501)
  expect(await textOf('replaced')).toBe('one')
  await put('replaced', 'two', { IfMatch: ETag })
  expect(await textOf('replaced')).toBe('two')
  await refused(put('replaced', 'three', { IfMatch: ETag }), 'PreconditionFailed', 412)
  await put('new', 'one', { IfNoneMatch: '*' })
  expect(await textOf('new')).toBe('one')
})

test('of several conditional writers, one replaces the object', async () => {
  const { ETag } = await put('raced', 'before')
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((text) => put('raced', text, { IfMatch: ETag })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual([
    ...['fulfilled', 'rejected', 'rejected', 'rejected'],
  ])
  const fresh = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((text) => put('raced-new', text, { IfNoneMatch: '*' })),
  )
  expect(fresh.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a copy checks conditions on its source and target', async () => {
  await put('copied', 'before')
  const copy = (more: Partial<s3.CopyObjectCommandInput>) =>
    client.send(new s3.CopyObjectCommand({ Bucket, Key: 'copied', CopySource: `${Bucket}/${Key}`, ...more }))
  await refused(copy({ CopySourceIfMatch: '"another"' }), 'PreconditionFailed', 412)
  await refused(copy({ CopySourceIfNoneMatch: eTag }), 'PreconditionFailed', 412)
  await refused(copy({ CopySource: `${Bucket}/${Key}?versionId=another` }), 'NoSuchVersion', 404)
  await refused(copy({ IfNoneMatch: '*' }), 'PreconditionFailed', 412)
  await refused(copy({ IfMatch: '"another"' }), 'PreconditionFailed', 412)
  expect(await textOf('copied')).toBe('before')
  await copy({ CopySourceIfMatch: eTag, IfMatch: '*' })
  expect(await textOf('copied')).toBe('kept')
})

test('a multipart upload is completed only if its condition is met', async () => {
  await put('joined', 'before')
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: 'joined' }))
  const about = { Bucket, Key: 'joined', UploadId }
  const part = await client.send(new s3.UploadPartCommand({ ...about, PartNumber: 1, Body: 'after' }))
  const complete = (more: Partial<s3.CompleteMultipartUploadCommandInput>) =>
    client.send(
      new s3.CompleteMultipartUploadCommand({
        ...about,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag: part.ETag }] },
        ...more,
      }),
    )
  await refused(complete({ IfNoneMatch: '*' }), 'PreconditionFailed', 412)
  await refused(complete({ IfMatch: '"another"' }), 'PreconditionFailed', 412)
  expect(await textOf('joined')).toBe('before')
  await complete({ IfMatch: '*' })
  expect(await textOf('joined')).toBe('after')
})

test('other versions and parts are not returned as the object', async () => {
  const get = (more: Partial<s3.GetObjectCommandInput>) =>
    client.send(new s3.GetObjectCommand({ Bucket, Key, ...more }))
  await refused(get({ VersionId: 'another' }), 'NoSuchVersion', 404)
  await refused(get({ PartNumber: 2 }), 'NotImplemented', 501)
  expect(await (await get({ VersionId: 'null', PartNumber: 1 })).Body!.transformToString()).toBe('kept')
})

test('a document without objects is refused', async () => {
  const { Objects } = { Objects: [] as { Key: string }[] }
  await refused(
    client.send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects } })),
    'MalformedXML',
    400,
  )
})
