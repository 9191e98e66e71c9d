import { getTemporaryApiKey } from '@basalt/contract/keys/keys.endpoints.ts'
import { pauseProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '../../../platform/secrets/jwt.ts'
import { anOrganization, aProject, reaches } from '../../../test/people.ts'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

const ANN = '11111111-1111-4111-8111-111111111111'
const BOB = '22222222-2222-4222-8222-222222222222'

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage()
  await storage.service.createBucket('homes')
  await storage.service.createBucket('drops')
  // Users have full access to a folder with their id, and anyone may upload to a bucket that they cannot read.
  await storage.sql(`
    create policy homes on storage.objects to authenticated
      using (bucket_id = 'homes' and (storage.foldername(name))[1] = auth.uid()::text);
    create policy drops on storage.objects for insert to anon with check (bucket_id = 'drops')`)
})
afterAll(() => storage[Symbol.asyncDispose]())

const userOf = async (sub: string) => {
  const claims = JSON.stringify({ role: 'authenticated', sub })
  const { body } = await storage.owner.call(getTemporaryApiKey, {
    params: { ref: storage.ref },
    query: { claims },
  })
  return storage.clientWith(body.api_key)
}

test('a user has full access to the own folder and none to others', async () => {
  const [ann, bob] = [(await userOf(ANN)).from('homes'), (await userOf(BOB)).from('homes')]
  expect((await ann.upload(`${ANN}/a.txt`, 'mine')).error).toBeNull()
  expect((await ann.upload(`${ANN}/a.txt`, 'mine too', { upsert: true })).error).toBeNull()
  expect((await ann.list(ANN)).data).toHaveLength(1)
  expect(
    (await storage.sql(`select owner, owner_id from storage.objects where name = '${ANN}/a.txt'`))[0],
  ).toEqual({
    owner: ANN,
    owner_id: ANN,
  })

  const refused = { statusCode: '403', message: expect.stringContaining('row-level security') }
  expect((await bob.upload(`${ANN}/b.txt`, 'not mine')).error).toMatchObject(refused)
  expect((await bob.upload(`${ANN}/a.txt`, 'not mine', { upsert: true })).error).toMatchObject(refused)
  expect((await bob.createSignedUploadUrl(`${ANN}/b.txt`)).error).toMatchObject(refused)
  expect((await bob.download(`${ANN}/a.txt`)).error).toMatchObject({ message: 'Object not found' })
  expect((await bob.createSignedUrl(`${ANN}/a.txt`, 60)).error).toMatchObject({ message: 'Object not found' })
  expect((await bob.list(ANN)).data).toEqual([])
  expect((await bob.list()).data).toEqual([])
  expect((await bob.remove([`${ANN}/a.txt`])).data).toEqual([])
  expect((await bob.move(`${ANN}/a.txt`, `${BOB}/a.txt`)).error).toMatchObject({
    message: 'Object not found',
  })
  expect((await ann.move(`${ANN}/a.txt`, `${BOB}/a.txt`)).error).toMatchObject(refused)
  expect((await ann.copy(`${ANN}/a.txt`, `${BOB}/a.txt`)).error).toMatchObject(refused)
  expect(await (await ann.download(`${ANN}/a.txt`)).data!.text()).toBe('mine too')
})

test('the right to insert allows uploads and nothing else', async () => {
  const drops = storage.anon.from('drops')
  expect((await drops.upload('note.txt', 'hello')).error).toBeNull()
  expect((await drops.upload('note.txt', 'again', { upsert: true })).error).toMatchObject({
    statusCode: '403',
  })
  expect((await drops.list()).data).toEqual([])
  expect((await drops.download('note.txt')).error).toMatchObject({ message: 'Object not found' })
})

test('a refused upload leaves no bytes', async () => {
  const before = await storage.blobs()
  expect((await storage.anon.from('homes').upload('a.txt', 'x')).error).toMatchObject({ statusCode: '403' })
  expect(await storage.blobs()).toEqual(before)
})

test('without policies, buckets are invisible and cannot be created', async () => {
  expect((await storage.anon.listBuckets()).data).toEqual([])
  expect((await storage.anon.getBucket('homes')).error).toMatchObject({ message: 'Bucket not found' })
  expect((await storage.anon.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
  expect((await storage.anon.deleteBucket('homes')).error).toMatchObject({ message: 'Bucket not found' })
})

const listWith = (headers: Record<string, string>, ref = storage.ref) =>
  storage.app.inject({ url: `/p/${ref}/storage/v1/bucket`, headers })

test('a request without a key is refused', async () => {
  const reply = await listWith({})
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({
    statusCode: '400',
    error: 'Error',
    code: 'NoApiKey',
    message: "headers must have required property 'authorization'",
  })
})

test.each([
  ['that is no token', 'nonsense', 'Invalid Compact JWS'],
  ['of another secret', signToken('guess', { role: 'service_role' }), 'signature verification failed'],
])('a key %s is refused', async (_which, key, message) => {
  const reply = await listWith({ authorization: `Bearer ${key}` })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ statusCode: '403', error: 'Unauthorized', code: 'InvalidJWT', message })
})

test("another project's key is refused", async () => {
  const other = await aProject(storage.owner, await anOrganization(storage.owner), { name: 'Other' })
  await reaches(storage.owner, other.ref, 'ACTIVE_HEALTHY')
  const reply = await listWith({ apikey: storage.keyOf('service_role') }, other.ref)
  expect(reply.json()).toMatchObject({ code: 'InvalidJWT' })
  expect((await listWith({ apikey: storage.keyOf('service_role') }, 'a'.repeat(20))).json()).toMatchObject({
    statusCode: '404',
  })
})

test('the token of a signed URL is not accepted as a key', async () => {
  await storage.service.from('homes').upload('signed.txt', 'x')
  const { data } = await storage.service.from('homes').createSignedUrl('signed.txt', 60)
  const token = new URL(data!.signedUrl).searchParams.get('token')!
  expect((await listWith({ apikey: token })).json()).toMatchObject({ code: 'InvalidJWT' })
})

test.each(['postgres', 'basalt_admin', 'authenticator', 'nobody_at_all', 'none'])(
  'a token cannot make requests run as %s',
  async (role) => {
    const secret = await storage.jwtSecret()
    const reply = await listWith({ apikey: signToken(secret, { role }) })
    expect(reply.json()).toMatchObject({ statusCode: '403' })
  },
)

test('a paused project is reported as such, and responds again after it is restored', async () => {
  const params = { ref: storage.ref }
  await storage.owner.call(pauseProject, { params })
  await reaches(storage.owner, storage.ref, 'INACTIVE')
  const reply = await listWith({ apikey: storage.keyOf('service_role') })
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ code: 'ProjectPaused', message: expect.stringContaining('paused') })
  await storage.owner.call(restoreProject, { params })
  await reaches(storage.owner, storage.ref, 'ACTIVE_HEALTHY')
  expect((await storage.service.listBuckets()).data).toHaveLength(2)
})
