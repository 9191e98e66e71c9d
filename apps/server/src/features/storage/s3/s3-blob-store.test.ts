import { S3Client } from '@aws-sdk/client-s3'
import { createStorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import { blobStoreConformance } from '@basalt/object-store/blob-store.conformance.ts'
import { s3BlobStore } from '@basalt/object-store/s3-blob-store.ts'
import { afterAll, beforeAll } from 'vitest'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

let storage: StorageFixture
let store: ReturnType<typeof s3BlobStore>
beforeAll(async () => {
  storage = await openStorage()
  await storage.service.createBucket('blobs')
  const params = { ref: storage.ref }
  const { body: key } = await storage.owner.call(createStorageCredential, {
    params,
    body: { description: 'Blobs' },
  })
  const client = new S3Client({
    endpoint: `${storage.url}/s3`,
    region: 'local',
    forcePathStyle: true,
    credentials: { accessKeyId: key.access_key, secretAccessKey: key.secret_key },
  })
  store = s3BlobStore(client, 'blobs')
})
afterAll(() => storage[Symbol.asyncDispose]())

blobStoreConformance('an S3 service', async () => store)
