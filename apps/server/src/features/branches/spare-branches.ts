import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { generatePassword } from '@basalt/contract/projects/password.rules.ts'
import { DROP_BASE } from '@basalt/merge/rows/base-keys.ts'
import { readBootId } from '@basalt/postgres-supervisor/boot-id.ts'
import { type AccessRules, type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import type pg from 'pg'
import { newProjectRef } from '../../platform/ids.ts'
import { DATABASE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import {
  newProjectSecrets,
  type ProjectSecrets,
  type ReadableSecrets,
} from '../../platform/secrets/project-secrets.ts'
import type { ProjectSecretName } from '../../platform/secrets/secrets.tables.ts'
import { isTooLarge, loadSchemaReader } from './base-schema.ts'
import { type BranchPoint, completeBranchPoint } from './branch-point.ts'
import { hasRoomForSpare, SPARES_MAX } from './branches.rules.ts'
import {
  beginReading,
  type CompletingSessions,
  endCompletingSessions,
  openCompletingSessions,
} from './completing-sessions.ts'
import { branchStatements } from './copied-database.ts'

interface Deps {
  engine: Pick<
    Engine,
    'canShareBlocks' | 'claim' | 'copy' | 'destroy' | 'ports' | 'prepareCopy' | 'subscribe'
  >
  databases: { asAdmin: Pick<ProjectDatabases['asAdmin'], 'keptSessionIfAwake'> }
  secrets: Pick<ProjectSecrets, 'read'>
  passwordStatements(ref: string, from: ReadableSecrets): Promise<string[]>
  /** Brings the roles and schemas of a database up to date that belongs to no project yet. */
  prepareUnstored(superuser: pg.Client, ref: string, from: ReadableSecrets): Promise<void>
  /** Who may connect to a project's database. */
  accessRules(ref: string): Promise<AccessRules>
  /** Keeps the bytes of all files of a project while one of its branches is copied. */
  whileCopying<T>(work: () => Promise<T>): Promise<T>
  /** How long a database must have been quiet before a spare branch of it is made, in milliseconds. */
  quietMs: number
  onError(error: unknown, ref: string): void
}

/** A branch that runs and is complete, but belongs to no project yet. */
export interface SpareBranch {
  ref: string
  secrets: Record<ProjectSecretName, string>
  source: string
  /** The state of its source that it has. */
  state: string
  access: AccessRules
  point: BranchPoint
  /** The schema at the moment of branching; undefined if it is too large. */
  schema: Promise<string> | undefined
  /** Resolves once the keys of that moment are kept. */
  keys: Promise<void> | undefined
}

interface Entry {
  stop: AbortController
  /** Whether it has taken over what was copied of its source in advance. */
  isBegun: boolean
  spare: SpareBranch | undefined
  /** Resolves once it is made, or could not be. */
  made: Promise<void>
}

export type SpareBranches = ReturnType<typeof spareBranches>

/**
 * What a database has: equal snapshots see the results of the same transactions. Settings of the server are no transactions.
 * A server that was started again may have lost some of those that wait for no sync.
 */
const STATE = `
  select pg_catalog.concat_ws(' ', pg_catalog.pg_current_snapshot(), pg_catalog.pg_postmaster_start_time(),
    pg_catalog.md5(pg_catalog.pg_read_file('postgresql.auto.conf', true))) as state`

/**
 * Branches of databases that are made while somebody is about to create one, where copies share blocks with their source. The
 * call that creates a branch takes the spare one over, unless something has been committed in its source since.
 */
export function spareBranches(deps: Deps) {
  const { engine, databases, secrets, passwordStatements, prepareUnstored, accessRules, whileCopying } = deps
  const { quietMs, onError } = deps
  /** By their source. */
  const entries = new Map<string, Entry>()
  /** Those that a call is creating a project for, by their ref. */
  const taken = new Map<string, SpareBranch>()
  const removals = new Set<Promise<void>>()
  let isClosed = false

  const stateOf = (source: string) =>
    databases.asAdmin.keptSessionIfAwake(
      source,
      async (client) => (await client.query<{ state: string }>(STATE)).rows[0]!.state,
    )

  const isCurrent = async ({ source, state }: SpareBranch) =>
    (await stateOf(source).catch((error) => onError(error, source))) === state

  const remove = (ref: string): Promise<void> => {
    const removal = engine
      .destroy(ref)
      .catch((error) => onError(error, ref))
      .finally(() => removals.delete(removal))
    removals.add(removal)
    return removal
  }

  /** A branch has the rules of its source, except for what belongs to a project alone. */
  const futureRules = async (ref: string, source: string): Promise<AccessRules> => {
    const [own, inherited] = await Promise.all([accessRules(ref), accessRules(source)])
    return { ...inherited, ...(own.ipv4 !== undefined && { ipv4: own.ipv4 }) }
  }

  const build = async (source: string, state: string, signal: AbortSignal): Promise<SpareBranch> => {
    const ref = newProjectRef()
    const own = newProjectSecrets(generatePassword())
    const from: ReadableSecrets = { read: async (_ref, name) => own[name] }
    let sessions: Promise<CompletingSessions> | undefined
    try {
      const [superuserPassword, access, boot, passwords] = await Promise.all([
        secrets.read(source, 'superuser_password'),
        futureRules(ref, source),
        readBootId(),
        passwordStatements(ref, from),
        loadSchemaReader(),
      ])
      const facts = await whileCopying(() =>
        engine.copy(ref, {
          source: { id: source, superuserPassword },
          superuserPassword: own.superuser_password,
          statements: [...branchStatements({ withData: true }), ...passwords],
          access,
          isSpare: true,
          onServed(login) {
            sessions = openCompletingSessions({ ...login, database: DATABASE })
            // Reported where they are awaited, unless the copy has failed before.
            sessions.catch(() => undefined)
          },
          signal,
        }),
      )
      const { admin, forSchema } = await sessions!
      const point = await completeBranchPoint(admin, {
        ...facts,
        ...(boot !== undefined && { boot }),
      })
      await prepareUnstored(admin, ref, from)
      await admin.query(DROP_BASE)
      const spare = { ref, secrets: own, source, state, access, point }
      if (await isTooLarge(admin)) {
        await endCompletingSessions({ admin, forSchema })
        return { ...spare, schema: undefined, keys: undefined }
      }
      const reading = await beginReading({ admin, forSchema }, { withData: true })
      // Reported once it is a branch.
      reading.keys.catch(() => undefined)
      signal.throwIfAborted()
      return { ...spare, ...reading }
    } catch (error) {
      await sessions?.then(endCompletingSessions, () => undefined)
      await remove(ref)
      throw error
    }
  }

  const make = async (source: string, entry: Entry) => {
    const { signal } = entry.stop
    if (!(await engine.canShareBlocks())) return
    const before = await stateOf(source)
    const superuserPassword = await secrets.read(source, 'superuser_password')
    let copy: string
    do {
      await sleep(quietMs, undefined, { signal })
      copy = await engine.prepareCopy({ id: source, superuserPassword })
    } while (copy === 'copying')
    const state = await stateOf(source)
    signal.throwIfAborted()
    const ports = engine.ports().free
    if (copy !== 'copied' || state === undefined || state !== before) return
    if (!hasRoomForSpare({ ports, memoryBytes: process.availableMemory() })) return
    entry.isBegun = true
    entry.spare = await build(source, state, signal)
  }

  const discard = async (source: string): Promise<void> => {
    const entry = entries.get(source)
    if (!entry) return
    entries.delete(source)
    await end(entry)
  }

  const end = async ({ stop, made, ...entry }: Entry) => {
    stop.abort(new Error('The spare branch is not needed any more'))
    await made
    if (entry.spare) await remove(entry.spare.ref)
  }

  const unsubscribe = engine.subscribe(({ id, state }) => {
    if (state !== 'running') void discard(id)
  })

  return {
    /** Begins to make one in a moment, unless its source is written to until then or there are as many as there may be. */
    makeSoon(source: string) {
      if (isClosed || entries.has(source) || entries.size >= SPARES_MAX) return
      const entry: Entry = {
        stop: new AbortController(),
        isBegun: false,
        spare: undefined,
        made: Promise.resolve(),
      }
      entries.set(source, entry)
      entry.made = make(source, entry)
        .catch((error) => {
          // The source may have been stopped, or has something that only a branch can be made without.
          const isExpected = error instanceof EngineError && error.code === 'not_ready'
          if (!entry.stop.signal.aborted && !isExpected) onError(error, source)
        })
        .finally(() => {
          if (!entry.spare && entries.get(source) === entry) entries.delete(source)
        })
    },

    /** Whether there is one, or will be. One whose source has changed since is removed. */
    async isThere(source: string): Promise<boolean> {
      const entry = entries.get(source)
      if (!entry?.isBegun) return false
      if (!entry.spare || (await isCurrent(entry.spare))) return true
      if (entries.get(source) === entry) await discard(source)
      return false
    },

    discard,

    /** The spare branch of a database that has not changed since. The caller claims it or gives it back. */
    async take(source: string): Promise<SpareBranch | undefined> {
      const entry = entries.get(source)
      if (!entry) return undefined
      entries.delete(source)
      const { spare } = entry
      if (spare && (await isCurrent(spare))) {
        taken.set(spare.ref, spare)
        return spare
      }
      void end(entry)
      return undefined
    },

    /** No project was created for it. */
    giveBack(spare: SpareBranch) {
      taken.delete(spare.ref)
      if (isClosed || entries.has(spare.source)) return void remove(spare.ref)
      entries.set(spare.source, {
        stop: new AbortController(),
        isBegun: true,
        spare,
        made: Promise.resolve(),
      })
    },

    /**
     * Makes the spare branch that was taken the database of the project with its ref. Undefined when there is none, and when
     * something that it took from its source has changed since: then nothing is left of it.
     */
    async claim(ref: string): Promise<SpareBranch | undefined> {
      const spare = taken.get(ref)
      if (!spare) return undefined
      taken.delete(ref)
      const claim = async () => {
        const [isSame, access] = await Promise.all([isCurrent(spare), accessRules(ref)])
        if (!isSame || !isDeepStrictEqual(access, spare.access)) return false
        await engine.claim(ref)
        return true
      }
      const isClaimed = await whileCopying(claim).catch((error) => onError(error, ref))
      if (isClaimed) return spare
      await remove(ref)
      return undefined
    },

    /** The project of a spare branch that was taken is deleted, with its database. */
    forget: (ref: string) => void taken.delete(ref),

    async close() {
      isClosed = true
      unsubscribe()
      await Promise.all([...entries.keys()].map(discard))
      await Promise.all(removals)
    },
  }
}
