import {
  RELEASES_MAX_BYTES,
  RELEASES_TIMEOUT_MS,
  releaseState,
} from '@basalt/contract/releases/releases.rules.ts'
import { type KnownReleases, readReleases } from './release-list.ts'

interface Deps {
  /** URL of the list of releases; without it nothing is fetched. */
  url: string | undefined
  current: string
  /** Called after each check that found a newer release, so repeatedly for the same one. */
  onUpdate(latest: string): Promise<void>
}

export type ReleaseWatch = ReturnType<typeof releaseWatch>

/** Caches the result of the last successful check, so that nobody waits for the network. */
export function releaseWatch({ url, current, onUpdate }: Deps) {
  let known: KnownReleases = {}

  return {
    /** Throws when the list cannot be read. */
    async check(signal?: AbortSignal) {
      if (url === undefined) return
      known = readReleases(await fetchJson(url, signal))
      if (known.latest !== undefined && releaseState(current, known.latest) === 'update')
        await onUpdate(known.latest)
    },
    known: () => ({ current, ...known }),
  }
}

async function fetchJson(url: string, cancelled?: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(RELEASES_TIMEOUT_MS)
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: cancelled ? AbortSignal.any([cancelled, timeout]) : timeout,
  })
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > RELEASES_MAX_BYTES) throw new Error('The list of releases is too long')
  }
  return JSON.parse(text)
}
