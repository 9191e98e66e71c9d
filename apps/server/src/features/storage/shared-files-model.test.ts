import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { expect, test } from 'vitest'
import type { Catalog } from './catalog.ts'
import { blobKey, janitorOf } from './janitor.ts'
import { sharedBlobs } from './shared-blobs.ts'

/**
 * Random histories of a project and its branches: files are written, shared and deleted, branches are created, reset, deleted,
 * put to sleep and woken, and the server is killed, all at the same time. No branch may ever lose bytes that its rows refer
 * to, and what no row refers to is removed in the end.
 */

const ROOT = 'root'
const SEEDS = Array.from({ length: 80 }, (_, index) => index + 1)
const STEPS = 120
const BRANCHES_MAX = 4
const SLOW_SHARE = 0.05
const NOW = 1_000
const LATER = 2_000

interface Member {
  versions: Set<string>
  state: 'awake' | 'asleep' | 'copying'
}

class Killed extends Error {}

function aWorld(seed: number) {
  const random = randomOf(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  /** Lets other work run, some number of times. */
  const others = async () => {
    // Some answers take long, in which others do a lot.
    const most = random() < SLOW_SHARE ? 400 : 12
    for (let turns = Math.floor(random() * most); turns > 0; turns--) await Promise.resolve()
  }
  const members = new Map<string, Member>([[ROOT, { versions: new Set(), state: 'awake' }]])
  const store = memoryBlobStore()
  /** Bytes that are younger than what a sweep removes: their rows are still to be written. */
  const young = new Set<string>()
  const working = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  let count = 0
  let life = 0

  /** The server from its start until it is killed: then nothing of it has any effect. */
  const startServer = () => {
    const own = life
    const alive = async () => {
      await others()
      if (own !== life) throw new Killed()
    }
    const rootOf = async () => ROOT
    const blobs = sharedBlobs(
      {
        ...store,
        async write(key, body) {
          await alive()
          return store.write(key, body)
        },
        async writeHashed(key, body) {
          await alive()
          return store.writeHashed(key, body)
        },
        async remove(key) {
          await alive()
          return store.remove(key)
        },
        async *list(folder) {
          for await (const { key } of store.list(folder))
            yield { key, writtenAt: young.has(key) ? new Date(LATER) : new Date(0) }
        },
      },
      rootOf,
    )
    const catalog = {
      async as(ref: string, _caller: unknown, work: (rows: unknown) => Promise<unknown>) {
        await alive()
        const member = members.get(ref)
        if (member?.state !== 'awake') throw new Error(`${ref} does not run`)
        const found = await work({
          query: async (_sql: string, [versions]: [string[]]) => ({
            rows: versions.filter((version) => member.versions.has(version)).map((version) => ({ version })),
          }),
        })
        await alive()
        return found
      },
    } as unknown as Catalog
    const janitor = janitorOf({
      unusedFiles: { removable: async (_ref, versions) => [...versions], forget: async () => undefined },
      blobs,
      catalog,
      rootOf,
      async family() {
        await alive()
        return [...members].map(([ref, { state }]) => ({ ref, isAwake: state === 'awake' }))
      },
      uncounted: async (_ref, work) => void (await work()),
      now: () => new Date(NOW),
      onFailure: () => undefined,
    })
    return { alive, blobs, janitor }
  }
  let server = startServer()

  const awake = () => [...members].filter(([, { state }]) => state === 'awake').map(([ref]) => ref)
  const run = (work: () => Promise<unknown>) => {
    const running = work()
      .catch((error) => {
        if (!(error instanceof Killed)) failures.push(error)
      })
      .finally(() => working.delete(running))
    working.add(running)
  }

  /** Copies the rows of a source, as of some moment while it is copied. */
  const copyInto = async (ref: string, source: string) => {
    const { alive, janitor } = server
    const member = members.get(ref)!
    await janitor.whileCopying(async () => {
      await alive()
      await others()
      const copied = new Set(members.get(source)?.versions)
      await others()
      await alive()
      if (members.get(ref) === member) member.versions = copied
    })
    await alive()
    member.state = 'awake'
  }

  const actions: Record<string, () => void> = {
    upload: () => {
      const { alive, blobs } = server
      const ref = pick(awake())
      const version = `v${++count}`
      const key = blobKey(ROOT, version)
      young.add(key)
      run(async () => {
        try {
          await blobs.write(blobKey(ref, version), (async function* () {})())
          await alive()
          const member = members.get(ref)
          if (member?.state === 'awake') member.versions.add(version)
        } finally {
          young.delete(key)
        }
      })
    },
    remove: () => {
      const { janitor } = server
      const ref = pick(awake())
      const { versions } = members.get(ref)!
      if (versions.size === 0) return
      const version = pick([...versions])
      versions.delete(version)
      janitor.discard(ref, [version])
    },
    branch: () => {
      if (members.size > BRANCHES_MAX) return
      const ref = `branch${++count}`
      const source = pick(awake())
      members.set(ref, { versions: new Set(), state: 'copying' })
      run(() => copyInto(ref, source))
    },
    reset: () => {
      const ref = pick(awake())
      if (ref === ROOT) return
      members.get(ref)!.state = 'copying'
      run(() => copyInto(ref, ROOT))
    },
    delete: () => {
      const ref = pick([...members.keys()])
      const { janitor } = server
      if (ref === ROOT || members.get(ref)!.state === 'copying') return
      run(async () => {
        members.get(ref)!.state = 'copying'
        await janitor.removeAll(ref)
        members.delete(ref)
      })
    },
    sleep: () => {
      const ref = pick(awake())
      if (ref !== ROOT) members.get(ref)!.state = 'asleep'
    },
    wake: () => {
      for (const member of members.values()) if (member.state === 'asleep') member.state = 'awake'
    },
    sweep: () => run(() => server.janitor.sweep(ROOT, 0).catch(() => undefined)),
    kill: () => {
      life += 1
      server = startServer()
      // The next server makes the copies again that the killed one had not finished.
      for (const [ref, { state }] of members) if (state === 'copying') run(() => copyInto(ref, ROOT))
    },
  }

  const present = async () => {
    const keys: string[] = []
    for await (const { key } of store.list(ROOT)) keys.push(key.slice(ROOT.length + 1))
    return new Set(keys)
  }
  const mustHaveAll = async () => {
    const there = await present()
    for (const [ref, { versions }] of members)
      for (const version of versions) if (!there.has(version)) throw new Error(`${ref} lost ${version}`)
  }

  return {
    async live() {
      const often = [
        'upload',
        'upload',
        'remove',
        'remove',
        'remove',
        'remove',
        'reset',
        'sweep',
        'wake',
        'wake',
      ]
      for (let step = 0; step < STEPS; step++) {
        actions[pick([...often, ...Object.keys(actions)])]!()
        for (let turns = Math.floor(random() * 12); turns > 0; turns--) await Promise.resolve()
        await mustHaveAll()
      }
      while (working.size > 0) await Promise.all(working)
      await server.janitor.idle()
      await mustHaveAll()
      expect(failures).toEqual([])
    },
    /** What is left when everything is awake and was swept, and what should be. */
    async leftAtTheEnd() {
      actions.wake!()
      await server.janitor.sweep(ROOT, 0)
      const referred = new Set([...members.values()].flatMap(({ versions }) => [...versions]))
      return { left: [...(await present())].sort(), referred: [...referred].sort() }
    },
  }
}

test('no branch loses bytes of its files, and nothing is left of files that no branch has', async () => {
  for (const seed of SEEDS) {
    const world = aWorld(seed)
    await world.live().catch((error: Error) => {
      throw new Error(`Seed ${seed}: ${error.message}`, { cause: error })
    })
    const { left, referred } = await world.leftAtTheEnd()
    expect(left, `Seed ${seed}`).toEqual(referred)
  }
})
