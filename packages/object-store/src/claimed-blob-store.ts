import { buffer } from 'node:stream/consumers'
import type { BlobStore } from './blob-store.ts'

/** A place that somebody else writes to. */
export class ClaimedPlace extends Error {
  constructor(place: string, since: string) {
    super(
      `${place} has the backups of another installation since ${since}. Give this one a folder or bucket of its own: two in one place would remove each other's backups.`,
    )
    this.name = 'ClaimedPlace'
  }
}

interface Claim {
  owner: string
  since: string
}

export interface ClaimedBlobStore extends BlobStore {
  /** Does nothing for a place that is one's own already. @throws ClaimedPlace */
  claim(): Promise<void>
}

/**
 * A store that only one owner writes to: before its first write, it leaves its name there, or finds that of another. Reading
 * is open to all. `earlier` names the owners of what was stored before there were claims.
 */
export function claimedBlobStore(
  store: BlobStore,
  {
    marker,
    owner,
    place,
    earlier,
    now,
  }: {
    /** The key of the blob that names the owner. */
    marker: string
    owner: string
    /** As people write it. */
    place: string
    earlier: (store: BlobStore) => AsyncIterable<Claim>
    now: () => Date
  },
): ClaimedBlobStore {
  const ownClaim = async () => {
    const body = await store.read(marker)
    if (body) {
      const claim = JSON.parse((await buffer(body)).toString()) as Claim
      if (claim.owner !== owner) throw new ClaimedPlace(place, claim.since)
      return
    }
    for await (const claim of earlier(store))
      if (claim.owner !== owner) throw new ClaimedPlace(place, claim.since)
    await store.write(marker, once(Buffer.from(JSON.stringify({ owner, since: now().toISOString() }))))
    // Of two that begin at once, the one that is overwritten finds the name of the other.
    const written = await store.read(marker)
    const claim = written && (JSON.parse((await buffer(written)).toString()) as Claim)
    if (claim && claim.owner !== owner) throw new ClaimedPlace(place, claim.since)
  }

  let claimed: Promise<void> | undefined
  const claim = () => {
    claimed ??= ownClaim()
    const pending = claimed
    // The place may have been out of reach, or given free since.
    pending.catch(() => {
      claimed = undefined
    })
    return pending
  }

  return {
    ...store,
    claim,
    async write(key, body) {
      await claim()
      return store.write(key, body)
    },
    async writeHashed(key, body) {
      await claim()
      return store.writeHashed(key, body)
    },
    async adopt(key, file) {
      await claim()
      return store.adopt(key, file)
    },
    async remove(key) {
      await claim()
      return store.remove(key)
    },
  }
}

async function* once(bytes: Buffer) {
  yield bytes
}
