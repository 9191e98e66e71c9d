import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '../../../platform/secrets/jwt.ts'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

/** What each right on buckets and objects allows, according to the acceptance tests of the public Storage API. */

const USER = '33333333-3333-4333-8333-333333333333'

let storage: StorageFixture
let authorization: string
beforeAll(async () => {
  storage = await openStorage()
  authorization = `Bearer ${signToken(await storage.jwtSecret(), { role: 'authenticated', sub: USER })}`
})
afterAll(() => storage[Symbol.asyncDispose]())

type Right = `${'buckets' | 'objects'} ${'select' | 'insert' | 'update' | 'delete'}`

/** Runs work while the user has these rights on own rows. */
async function withRights<T>(rights: readonly Right[], work: () => Promise<T>) {
  const policies = rights.map((right) => {
    const [table, command] = right.split(' ')
    const rule = command === 'insert' ? `with check (auth.uid() = '${USER}')` : `using (owner = '${USER}')`
    return { table, name: right, rule: `for ${command} to authenticated ${rule}` }
  })
  for (const { table, name, rule } of policies)
    await storage.sql(`create policy "${name}" on storage.${table} ${rule}`)
  try {
    return await work()
  } finally {
    for (const { table, name } of policies) await storage.sql(`drop policy "${name}" on storage.${table}`)
  }
}

const aFile = (content = 'hello', type = 'text/plain') => {
  const form = new FormData()
  form.append('file', new File([content], 'file', { type }))
  return form
}

async function call(method: string, path: string, body?: FormData | object, headers = {}) {
  const isPlain = body !== undefined && !(body instanceof FormData)
  const reply = await fetch(`${storage.url}${path}`, {
    method,
    headers: { authorization, ...(isPlain && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: isPlain ? JSON.stringify(body) : (body as FormData) }),
  })
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  return { status: reply.status, message: isJson ? JSON.parse(text).message : undefined }
}

const VIOLATION = 'new row violates row-level security policy'
const [NO_BUCKET, NO_OBJECT] = ['Bucket not found', 'Object not found']
const relocated = (to: string) => ({ bucketId: 'full', sourceKey: `${to}.txt`, destinationKey: `new-${to}` })

/** All operations on the user's own objects and buckets, with their message when refused. */
const operations = {
  'read a bucket': [() => call('GET', '/bucket/full'), NO_BUCKET],
  'make a bucket': [() => call('POST', '/bucket', { name: 'made' }), VIOLATION],
  'change a bucket': [() => call('PUT', '/bucket/full', { public: false }), NO_BUCKET],
  'delete a bucket': [() => call('DELETE', '/bucket/empty'), NO_BUCKET],
  upload: [() => call('POST', '/object/full/uploaded.txt', aFile()), VIOLATION],
  'upload over': [() => call('POST', '/object/full/over.txt', aFile(), { 'x-upsert': 'true' }), VIOLATION],
  read: [() => call('GET', '/object/authenticated/full/read.txt'), NO_OBJECT],
  move: [() => call('POST', '/object/move', relocated('move')), expect.any(String)],
  copy: [() => call('POST', '/object/copy', relocated('copy')), expect.any(String)],
  delete: [() => call('DELETE', '/object/full/delete.txt'), NO_OBJECT],
} as const satisfies Record<string, readonly [() => ReturnType<typeof call>, unknown]>
type Operation = keyof typeof operations

const reset = () =>
  storage.sql(`
    truncate storage.objects, storage.buckets cascade;
    insert into storage.buckets (id, name, owner) values ('full', 'full', '${USER}'), ('empty', 'empty', '${USER}')`)

async function putObjects() {
  await storage.put('full', 'read.txt')
  await storage.sql(
    `insert into storage.objects (bucket_id, name, owner, version, metadata)
       select bucket_id, one || '.txt', '${USER}', version, metadata
       from storage.objects, unnest(array['over', 'move', 'copy', 'delete']) one`,
  )
  await storage.sql(`update storage.objects set owner = '${USER}'`)
}

test.each<[Right[], Operation[]]>([
  [[], []],
  [['objects select'], ['read']],
  [['buckets select'], ['read a bucket']],
  [['objects insert'], ['upload']],
  [['buckets insert'], ['make a bucket']],
  [
    ['buckets update', 'buckets select'],
    ['read a bucket', 'change a bucket'],
  ],
  [
    ['objects insert', 'objects update', 'objects select'],
    ['upload', 'upload over', 'read', 'move', 'copy'],
  ],
  [
    ['buckets delete', 'buckets select'],
    ['read a bucket', 'delete a bucket'],
  ],
  [
    ['objects delete', 'objects select'],
    ['read', 'delete'],
  ],
  [
    ['objects select', 'objects update'],
    ['read', 'move'],
  ],
  [
    ['objects select', 'objects insert'],
    ['read', 'upload', 'copy'],
  ],
])('%j allows %j and nothing else', async (rights, allowed) => {
  await reset()
  await putObjects()
  const outcomes = await withRights(rights, async () => {
    const entries: [string, { status: number; message: string }][] = []
    for (const [name, [run]] of Object.entries(operations)) entries.push([name, await run()])
    return Object.fromEntries(entries)
  })
  const expected = Object.entries(operations).map(([name, [, refusal]]) => [
    name,
    allowed.includes(name as Operation)
      ? expect.objectContaining({ status: 200 })
      : { status: 400, message: refusal },
  ])
  expect(outcomes).toEqual(Object.fromEntries(expected))
})

test('a user sees own buckets only with the right to select', async () => {
  await reset()
  const list = async () => {
    const reply = await fetch(`${storage.url}/bucket`, { headers: { authorization } })
    return ((await reply.json()) as { name: string }[]).map(({ name }) => name)
  }
  expect(await list()).toEqual([])
  expect(await withRights(['buckets select'], list)).toEqual(['empty', 'full'])
})

test.each<[string, string, FormData, FormData]>([
  [
    'metadata',
    `user_metadata ->> 'department' = 'engineering'`,
    (() => {
      const form = new FormData()
      form.append('metadata', '{"department": "engineering"}')
      form.append('file', new File(['x'], 'file'))
      return form
    })(),
    aFile(),
  ],
  ['type', `metadata ->> 'mimetype' like 'image/%'`, aFile('x', 'image/jpeg'), aFile('x', 'text/plain')],
  [
    'size',
    `(metadata ->> 'contentLength')::int <= 100000`,
    aFile('x'.repeat(99_990)),
    aFile('x'.repeat(100_001)),
  ],
])('a policy can check the %s of an upload', async (what, check, good, bad) => {
  await reset()
  await storage.sql(
    `create policy "by ${what}" on storage.objects for insert to authenticated with check (${check})`,
  )
  expect((await call('POST', '/object/full/good', good)).status).toBe(200)
  expect(await call('POST', '/object/full/bad', bad)).toEqual({ status: 400, message: VIOLATION })
  await storage.sql(`drop policy "by ${what}" on storage.objects`)
  expect(await storage.sql('select name from storage.objects')).toEqual([{ name: 'good' }])
})
