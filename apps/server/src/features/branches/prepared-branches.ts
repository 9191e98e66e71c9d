import type { BranchPreparation } from '@basalt/contract/branches/branches.schema.ts'
import { type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { SpareBranches } from './spare-branches.ts'

interface Deps {
  spares: Pick<SpareBranches, 'discard' | 'isThere' | 'makeSoon'>
  engine: Pick<Engine, 'prepareCopy' | 'discardPreparedCopy'>
  secrets: Pick<ProjectSecrets, 'read'>
  /** How long a request is valid. */
  keptMs: number
  onError(error: unknown, ref: string): void
}

export type PreparedBranches = ReturnType<typeof preparedBranches>

/**
 * Copies of databases that are made while somebody is about to branch them. One is kept as long as somebody has asked for it
 * in the last minute, or until a branch takes it over.
 */
export function preparedBranches({ engine, spares, secrets, keptMs, onError }: Deps) {
  /** Who asked for the copy of a database, with the timers that end it. */
  const holders = new Map<string, Map<string, NodeJS.Timeout>>()

  const discard = async (source: string) => {
    await Promise.all([engine.discardPreparedCopy(source), spares.discard(source)])
  }

  const release = async (source: string, holder: string) => {
    const held = holders.get(source)
    const timer = held?.get(holder)
    if (!held || timer === undefined) return
    clearTimeout(timer)
    held.delete(holder)
    if (held.size > 0) return
    holders.delete(source)
    await discard(source)
  }

  const hold = (source: string, holder: string) => {
    const held = holders.get(source) ?? new Map<string, NodeJS.Timeout>()
    holders.set(source, held)
    clearTimeout(held.get(holder))
    const end = () => void release(source, holder).catch((error) => onError(error, source))
    held.set(holder, setTimeout(end, keptMs).unref())
  }

  return {
    /** Begins the copy, or keeps it for another minute. Without one, a branch is made as ever. */
    async prepare(source: string, holder: string): Promise<BranchPreparation> {
      hold(source, holder)
      try {
        if (await spares.isThere(source)) return { copy: 'copied' }
        const superuserPassword = await secrets.read(source, 'superuser_password')
        const copy = await engine.prepareCopy({ id: source, superuserPassword })
        // The last holder may have gone meanwhile.
        if (holders.has(source)) spares.makeSoon(source)
        else await discard(source)
        return { copy }
      } catch (error) {
        // It has just been stopped.
        if (error instanceof EngineError && error.code === 'not_ready') return { copy: 'none' }
        throw error
      }
    },

    /** Removes the copy, unless others have asked for it. */
    release,

    /** Keeps an existing copy until a branch takes it over, even if everybody else lets go of it first. */
    keepFor(source: string, branch: string) {
      if (holders.has(source)) hold(source, branch)
    },

    /** The engine removes what is left. */
    close() {
      for (const held of holders.values()) for (const timer of held.values()) clearTimeout(timer)
      holders.clear()
    },
  }
}
