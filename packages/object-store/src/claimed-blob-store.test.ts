import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ClaimedPlace, claimedBlobStore } from './claimed-blob-store.ts'
import { memoryBlobStore } from './memory-blob-store.ts'

async function* bytes(text: string) {
  yield Buffer.from(text)
}

const store = memoryBlobStore()
const none = async function* () {}
const of = (owner: string, earlier: Parameters<typeof claimedBlobStore>[1]['earlier'] = none) =>
  claimedBlobStore(store, {
    marker: 'installation/owner',
    owner,
    place: '/backups',
    earlier,
    now: () => new Date('2026-01-31T12:00:00Z'),
  })

test('the first that writes to a place is its owner; another only reads, and is told why', async () => {
  const [first, second] = [of('one'), of('two')]
  await first.write('a/b', bytes('mine'))
  const refusal =
    /^\/backups has the backups of another installation since 2026-01-31T12:00:00.000Z\. Give this one a folder/
  await expect(second.claim()).rejects.toThrow(refusal)
  await expect(second.write('a/b', bytes('other'))).rejects.toThrow(ClaimedPlace)
  await expect(second.remove('a/b')).rejects.toThrow(ClaimedPlace)
  expect((await buffer((await second.read('a/b'))!)).toString()).toBe('mine')
  // As after a restart, or a restore of the same installation.
  await of('one').write('a/c', bytes('more'))
  await store.remove('installation/owner')
  await expect(second.claim()).resolves.toBeUndefined()
})

test('what was stored before there were claims tells whose place it is', async () => {
  await store.remove('installation/owner')
  const earlier = async function* () {
    yield { owner: 'old', since: '2025-01-01T00:00:00Z' }
  }
  await expect(of('new', earlier).claim()).rejects.toThrow('since 2025-01-01T00:00:00Z')
  await expect(of('old', earlier).claim()).resolves.toBeUndefined()
})

test('a place that was out of reach is asked again', async () => {
  const flaky = { ...memoryBlobStore(), isDown: true }
  const read = flaky.read
  flaky.read = async (...args) => {
    if (flaky.isDown) throw new Error('503')
    return read(...args)
  }
  const own = claimedBlobStore(flaky, {
    marker: 'installation/owner',
    owner: 'one',
    place: 's3://b',
    earlier: none,
    now: () => new Date(),
  })
  await expect(own.write('a/b', bytes('x'))).rejects.toThrow('503')
  flaky.isDown = false
  expect(await own.write('a/b', bytes('x'))).toMatchObject({ size: 1 })
})
