import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import type { BenchServer } from './server.ts'

type ProjectEvent = Extract<PlatformEvent, { type: 'project' }>['project']

/** What a dashboard is told about projects: it does not ask again and again, which would take time from what is awaited. */
export async function followProjects({ origin, cookie }: BenchServer) {
  const stop = new AbortController()
  const latest = new Map<string, ProjectEvent | 'removed'>()
  const waiting = new Set<() => void>()
  const { body } = await fetch(`${origin}/platform/events`, {
    headers: { cookie, origin },
    signal: stop.signal,
  })
  const read = async () => {
    let rest = ''
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue
        const event = JSON.parse(line.slice('data: '.length)) as PlatformEvent
        if (event.type === 'project') latest.set(event.project.ref, event.project)
        if (event.type === 'project_removed') latest.set(event.ref, 'removed')
      }
      for (const look of waiting) look()
    }
  }
  const ended = read()
  // Told to those who wait: a server that is stopped breaks the connection off.
  ended.catch(() => undefined)
  const until = <T>(found: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const value = found()
        if (value === undefined) return
        waiting.delete(look)
        resolve(value)
      }
      waiting.add(look)
      ended.then(() => reject(new Error('The events ended')), reject)
      look()
    })
  return {
    /** Resolves once the server has said that a project can be used. @throws Error with its failure */
    async healthy(ref: string) {
      const project = await until(() => {
        const last = latest.get(ref)
        if (last === undefined || last === 'removed') return undefined
        return last.status === 'ACTIVE_HEALTHY' || last.failure ? last : undefined
      })
      if (project.failure) throw new Error(project.failure)
    },
    /** Resolves once the server has said that a project is gone. */
    removed: (ref: string) => until(() => (latest.get(ref) === 'removed' ? true : undefined)),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.allSettled([ended])
    },
  }
}
