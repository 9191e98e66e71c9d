import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../test/storage-fixture.ts'

/** Every method of the client library once, in this order. Other tests cover the details. */

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage()
})
afterAll(() => storage[Symbol.asyncDispose]())

type Result = Promise<{ data: unknown; error: unknown }>
const client = () => storage.service
const files = () => client().from('table')
const signedUpload = async () => (await files().createSignedUploadUrl('signed.txt')).data!

const supported: Record<string, [call: () => Result, data: unknown]> = {
  createBucket: [() => client().createBucket('table', { public: true }), { name: 'table' }],
  getBucket: [() => client().getBucket('table'), { id: 'table', public: true }],
  listBuckets: [() => client().listBuckets(), [{ name: 'table' }]],
  updateBucket: [
    () => client().updateBucket('table', { public: true, fileSizeLimit: 99 }),
    { message: /updated/ },
  ],
  upload: [() => files().upload('a.txt', 'one'), { path: 'a.txt', fullPath: 'table/a.txt' }],
  update: [() => files().update('a.txt', 'two'), { path: 'a.txt' }],
  info: [() => files().info('a.txt'), { name: 'a.txt', size: 3 }],
  exists: [() => files().exists('a.txt'), true],
  download: [() => files().download('a.txt'), expect.any(Blob)],
  createSignedUrl: [() => files().createSignedUrl('a.txt', 60), { signedUrl: /token=/ }],
  createSignedUrls: [() => files().createSignedUrls(['a.txt'], 60), [{ path: 'a.txt', error: null }]],
  getPublicUrl: [async () => ({ ...files().getPublicUrl('a.txt'), error: null }), { publicUrl: /a\.txt$/ }],
  createSignedUploadUrl: [() => files().createSignedUploadUrl('b.txt'), { path: 'b.txt', token: /./ }],
  uploadToSignedUrl: [
    async () => files().uploadToSignedUrl('signed.txt', (await signedUpload()).token, 'x'),
    { path: 'signed.txt' },
  ],
  copy: [() => files().copy('a.txt', 'in/copy.txt'), { path: 'table/in/copy.txt' }],
  move: [() => files().move('in/copy.txt', 'in/moved.txt'), { message: 'Successfully moved' }],
  list: [() => files().list('in'), [{ name: 'moved.txt' }]],
  listV2: [() => files().listV2({ prefix: 'in/' }), { hasNext: false, objects: [{ key: 'in/moved.txt' }] }],
  remove: [() => files().remove(['a.txt']), [{ name: 'a.txt' }]],
  emptyBucket: [() => client().emptyBucket('table'), { message: /empt/i }],
  deleteBucket: [() => client().deleteBucket('table'), { message: /deleted/ }],
}

/** This service has no CDN cache and no lifecycle rules. */
const unsupported: Record<string, () => Result> = {
  purgeCache: () => files().purgeCache('a.txt'),
  purgeBucketCache: () => client().purgeBucketCache('table'),
  getBucketLifecycle: () => client().getBucketLifecycle('table'),
  updateBucketLifecycle: () => client().updateBucketLifecycle('table', { rules: [] } as never),
  deleteBucketLifecycle: () => client().deleteBucketLifecycle('table'),
}

/** Internals of the library. */
const HELPERS = [
  ...['constructor', 'uploadOrUpdate', 'bucketLifecycleUrl', 'listBucketOptionsToQueryString'],
  ...['prepareUploadFormData', 'encodeMetadata', 'toBase64', '_getFinalPath', '_removeEmptyFolders'],
  ...[
    'applyTransformOptsToQuery',
    'throwOnError',
    'setHeader',
    'handleOperation',
    'from',
    'vectors',
    'analytics',
  ],
]

function methodsOf(object: object) {
  const names: string[] = []
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at))
  return names.filter((name) => !HELPERS.includes(name))
}

test('all methods of the library are listed here', () => {
  const known = [...Object.keys(supported), ...Object.keys(unsupported)]
  expect([...methodsOf(client()), ...methodsOf(files())].sort()).toEqual(known.sort())
})

test('each supported method works', async () => {
  for (const [name, [call, expected]] of Object.entries(supported)) {
    const { data, error } = await call()
    expect(error, name).toBeNull()
    expect(data, name).toEqual(matching(expected))
  }
})

const matching = (value: unknown): unknown => {
  if (value instanceof RegExp) return expect.stringMatching(value)
  if (Array.isArray(value)) return value.map(matching)
  if (value?.constructor !== Object) return value
  const entries = Object.entries(value).map(([key, one]) => [key, matching(one)])
  return expect.objectContaining(Object.fromEntries(entries))
}

test.each(Object.entries(unsupported))('%s is refused with a message', async (_name, call) => {
  const { data, error } = await call()
  expect(data).toBeNull()
  expect(error).toMatchObject({
    name: 'StorageApiError',
    status: 404,
    statusCode: '404',
    message: expect.stringContaining('is not supported'),
  })
})
