import {
  RELEASES_CHECK_MS,
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
  onFailed(error: unknown): void
}

export type ReleaseWatch = ReturnType<typeof releaseWatch>

/**
 * Knows of releases without anybody waiting for it: what the last check found is answered at once. A check that fails is
 * forgotten, and what was known before stays known.
 */
export function releaseWatch({ url, current, onUpdate, onFailed }: Deps) {
  let known: KnownReleases = {}
  let timer: NodeJS.Timeout | undefined

  const check = async () => {
    if (url === undefined) return
    try {
      known = readReleases(await fetchJson(url))
      if (known.latest !== undefined && releaseState(current, known.latest) === 'update')
        await onUpdate(known.latest)
    } catch (error) {
      onFailed(error)
    }
  }

  return {
    check,
    known: () => ({ current, ...known }),
    /** Checks now and every few hours until closed. */
    start() {
      if (url === undefined) return
      void check()
      timer = setInterval(check, RELEASES_CHECK_MS).unref()
    },
    close: () => clearInterval(timer),
  }
}

async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(RELEASES_TIMEOUT_MS),
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
