import { updateStorageConfig } from '@basalt/contract/storage/storage.endpoints.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

let storage: StorageFixture
/** How often stored bytes were read. */
let reads = 0
beforeAll(async () => {
  storage = await openStorage({
    wrapBlobs: (blobs) => ({
      ...blobs,
      read: (...args) => {
        reads += 1
        return blobs.read(...args)
      },
    }),
  })
  await storage.service.createBucket('pictures', { public: true })
  const picture = sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
  const files = storage.service.from('pictures')
  await files.upload('red.png', await picture.clone().png().toBuffer(), { contentType: 'image/png' })
  await files.upload('broken.png', 'no picture', { contentType: 'image/png' })
  await files.upload('untyped', await picture.clone().png().toBuffer(), { contentType: 'text/plain' })
  await files.upload('really.svg', '<svg/>', { contentType: 'image/png' })
  await files.upload('drawing.svg', '<svg/>', { contentType: 'image/svg+xml' })
  const huge = sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'red' } })
  await files.upload('bomb.png', await huge.png().toBuffer(), { contentType: 'image/png' })
})
afterAll(() => storage[Symbol.asyncDispose]())

const get = (path: string, accept = '*/*') =>
  fetch(`${storage.url}/render/image/public/pictures/${path}`, { headers: { accept } })
const dimensions = async (reply: Response) => {
  const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
  return { width, height, format }
}

test.each([
  ['width=50', { width: 50, height: 25, format: 'png' }],
  ['width=50&height=50', { width: 50, height: 50, format: 'png' }],
  ['width=50&height=50&resize=contain', { width: 50, height: 25, format: 'png' }],
  ['width=50&height=90&resize=fill', { width: 50, height: 90, format: 'png' }],
  ['width=50&format=webp', { width: 50, height: 25, format: 'webp' }],
  ['width=1000', { width: 200, height: 100, format: 'png' }],
])('%s renders %j', async (query, expected) => {
  const reply = await get(`red.png?${query}`)
  expect(reply.status).toBe(200)
  expect(await dimensions(reply)).toEqual(expected)
})

test('browsers that accept WebP get it, unless the original format is requested', async () => {
  expect((await get('red.png?width=10', 'image/webp,*/*')).headers.get('content-type')).toBe('image/webp')
  expect((await get('red.png?width=10&format=origin', 'image/webp')).headers.get('content-type')).toBe(
    'image/png',
  )
})

test('an image is recognized by its bytes, not by its uploaded type', async () => {
  const reply = await get('untyped?width=50')
  expect(reply.headers.get('content-type')).toBe('image/png')
  expect(await dimensions(reply)).toEqual({ width: 50, height: 25, format: 'png' })
})

test('concurrent requests render an image once', async () => {
  const before = reads
  await Promise.all([get('red.png?width=33'), get('red.png?width=33'), get('red.png?width=33')])
  expect(await dimensions(await get('red.png?width=33'))).toMatchObject({ width: 33 })
  expect(reads - before).toBe(1)
})

test('an unchanged image is not sent again', async () => {
  const { headers } = await get('red.png?width=20')
  const again = await fetch(`${storage.url}/render/image/public/pictures/red.png?width=20`, {
    headers: { 'if-none-match': headers.get('etag')! },
  })
  expect(again.status).toBe(304)
})

test.each([
  'red.png?width=0',
  'red.png?width=2501',
  'red.png?quality=5',
  'red.png?resize=zoom',
  'red.png?width=many',
  'missing.png',
  'broken.png?width=5',
  'drawing.svg?width=5',
  'really.svg?width=5',
  'bomb.png?width=5',
])('%s is refused', async (path) => {
  const reply = await get(path)
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ code: expect.stringMatching(/InvalidRequest|NoSuchKey/) })
})

test('the client library transforms downloads, signed URLs and public URLs', async () => {
  const files = storage.service.from('pictures')
  const transform = { width: 40, height: 40 }
  const { data } = await files.download('red.png', { transform })
  expect(await dimensions(new Response(data))).toMatchObject({ width: 40, height: 40 })
  const { data: signed } = await files.createSignedUrl('red.png', 60, { transform })
  expect(signed!.signedUrl).toContain('/render/image/sign/')
  expect(await dimensions(await fetch(signed!.signedUrl))).toMatchObject({ width: 40, height: 40 })
  expect(await dimensions(await fetch(`${signed!.signedUrl}&width=100`))).toMatchObject({
    width: 40,
    height: 40,
  })
  expect(
    await dimensions(await fetch(files.getPublicUrl('red.png', { transform }).data.publicUrl)),
  ).toMatchObject({ width: 40 })
})

test.each([
  ['width=50&height=40&quality=60', 'height:40,width:50,resizing_type:fill,quality:60'],
  ['width=50&resize=contain', 'width:50,resizing_type:fit'],
  ['height=50&resize=fill&format=webp', 'height:50,resizing_type:force,format:webp'],
  ['quality=60&format=origin', 'quality:60'],
])('a response to %s describes the transformation in a header', async (query, done) => {
  const { headers } = await get(`red.png?${query}`)
  expect([headers.get('x-transformations'), headers.get('x-robots-tag')]).toEqual([done, 'none'])
})

test('transformation can be disabled', async () => {
  const params = { ref: storage.ref }
  const set = (enabled: boolean) =>
    storage.owner.call(updateStorageConfig, {
      params,
      body: { features: { imageTransformation: { enabled } } },
    })
  await set(false)
  expect(await (await get('red.png?width=5')).json()).toMatchObject({ code: 'FeatureNotEnabled' })
  await set(true)
})
