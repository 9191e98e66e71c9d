import {
  RELEASES_MAX_BYTES,
  RELEASES_TIMEOUT_MS,
  releaseState,
} from '@basalt/contract/releases/releases.rules.ts'
import { type KnownReleases, readReleases } from './release-list.ts'

interface Deps {
  /** Where the releases are listed; nothing is ever asked for without it. */
  url: string | undefined
  current: string
  /** Told after each check that found a newer release, the same one again and again. */
  onUpdate(latest: string): Promise<void>
}

export type ReleaseWatch = ReturnType<typeof releaseWatch>

/**
 * Knows of releases without anybody waiting for it: what the last check found is answered at once. After a check that
 * failed, what was known before stays known.
 */
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
  const late = AbortSignal.timeout(RELEASES_TIMEOUT_MS)
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: cancelled ? AbortSignal.any([cancelled, late]) : late,
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
