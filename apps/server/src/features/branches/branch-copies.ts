import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isInTransition } from '@basalt/contract/projects/status.rules.ts'
import { DROP_BASE } from '@basalt/merge/rows/base-keys.ts'
import { readBootId } from '@basalt/postgres-supervisor/boot-id.ts'
import {
  type AccessRules,
  type CopyFacts,
  type Engine,
  EngineError,
} from '@basalt/postgres-supervisor/engine.ts'
import type { Transaction } from 'kysely'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import { asUnanswered } from '../../platform/project-databases/admin-connection.ts'
import { ADMIN_ROLE, DATABASE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { ProjectSecrets, ReadableSecrets } from '../../platform/secrets/project-secrets.ts'
import type { ProjectSecretName } from '../../platform/secrets/secrets.tables.ts'
import { WorkInterrupted } from '../../platform/work-interrupted.ts'
import type { Backups, RestoreBranch, RestoredBranch } from '../backups/backups.port.ts'
import type { Projects } from '../projects/projects.port.ts'
import { isTooLarge, loadSchemaReader, readCommonSchema } from './base-schema.ts'
import { type BranchPoint, completeBranchPoint } from './branch-point.ts'
import { SOURCE_POLL_MS, SOURCE_TIMEOUT_MS } from './branches.rules.ts'
import type { BranchCopy, BranchStore } from './branches.store.ts'
import {
  beginReading,
  type CompletingSessions,
  endCompletingSessions,
  openCompletingSessions,
} from './completing-sessions.ts'
import { branchStatements, OTHER_DATABASES } from './copied-database.ts'
import type { SpareBranch, SpareBranches } from './spare-branches.ts'

interface Deps {
  engine: Engine
  store: BranchStore
  projects: Pick<Projects, 'find'>
  databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  secrets: ProjectSecrets
  /** SQL that sets the passwords of the roles that Basalt has in a project's database. */
  passwordStatements(ref: string, from?: ReadableSecrets): Promise<string[]>
  spares: Pick<SpareBranches, 'claim' | 'forget' | 'isTaken'>
  /** Who may connect to a project's database. */
  accessRules(ref: string): Promise<AccessRules>
  /** Keeps the bytes of all files of a project while one of its branches is copied. */
  whileCopying<T>(work: () => Promise<T>): Promise<T>
  /** What makes the database of a branch that begins at a past moment; undefined for others. */
  restoreOfBranch: Backups['restoreOfBranch']
  /** A replica has become the database of a branch. */
  replicaAdopted(identifier: string): Promise<void>
  /** Its backups from before do not go on with the data that it has now. */
  beginHistory(ref: string): Promise<void>
  /** Its webhooks have changed. */
  deliveriesChanged(ref: string): void
  /** Notes for the merge request of a branch, if it has one, that the branch has other data now. */
  dataReplaced(ref: string, transaction: Transaction<MetadataSchema>): Promise<void>
  /** Tells the members that a branch has the data that it had before. */
  reportFailedReset(ref: string, failure: string): Promise<void>
  onError(error: unknown, ref: string): void
  now: () => Date
}

interface Running {
  stop: AbortController
  /** Whether the branch has data, which it keeps until all of the other is there. */
  isReset: boolean
  progress: { copied_bytes: number; total_bytes: number } | undefined
  /** Sessions of the copy, which are opened while it is made a branch. */
  sessions?: Promise<CompletingSessions> | undefined
}

/** Why a reset ends before the branch has got other data. */
class ResetCancelled extends Error {
  override name = 'ResetCancelled'
}

/** The data that a branch has got. */
interface Filled {
  facts: CopyFacts
  /** Of a branch that begins at a past moment. */
  restored: RestoredBranch | undefined
}

/** A branch of which the schema of the moment of branching is not known. */
interface MissingSchema {
  ref: string
  source: string
  point: BranchPoint
}

interface Noting {
  point: BranchPoint
  withData: boolean
  stored: Promise<void>
  sessions: Promise<CompletingSessions> | undefined
}

export type BranchCopies = ReturnType<typeof branchCopies>

/** Makes the databases of branches, as copies of running ones. */
export function branchCopies(deps: Deps) {
  const {
    engine,
    store,
    projects,
    databases,
    secrets,
    passwordStatements,
    spares,
    accessRules,
    whileCopying,
    restoreOfBranch,
    replicaAdopted,
    beginHistory,
    deliveriesChanged,
    dataReplaced,
    reportFailedReset,
    onError,
    now,
  } = deps
  const running = new Map<string, Running>()
  /** One copy of a source at a time: each takes one of its few replication slots, and all of the disk. */
  const turns = new KeyedQueue()
  /** Moments of branching that are being stored while the copy starts, and of branches that are not complete yet. */
  const noting = new Map<string, Noting>()
  /** Branches that keep their data, with the moment of branching that is known of it. */
  const kept = new Set<string>()
  /** Spare branches that have got a project, which is being stored. */
  const claimed = new Map<string, { spare: SpareBranch; stored: Promise<void> }>()
  /** SQL with the passwords of branches that are being stored: hashing them takes a while. */
  const hashed = new Map<string, Promise<string[]>>()
  /** Schemas that are being read, and keys that are being kept. */
  const reading = new Set<Promise<unknown>>()
  /** The schemas among them, by their branch. */
  const schemas = new Map<string, Promise<unknown>>()
  /** The keys among them, by their branch. */
  const keysBeingKept = new Map<string, Promise<unknown>>()
  let isClosing = false

  /** Waits while the source is restarted, such as after a start of the server. */
  const atRest = async (source: string, signal: AbortSignal) => {
    const deadline = Date.now() + SOURCE_TIMEOUT_MS
    while (Date.now() < deadline) {
      signal.throwIfAborted()
      const project = await projects.find(source)
      if (!project || !isInTransition(project.status)) return
      await sleep(SOURCE_POLL_MS)
    }
  }

  const copy = async (ref: string, { source, withData }: BranchCopy, own: Running): Promise<CopyFacts> => {
    if (source === undefined)
      throw new EngineError(
        'not_ready',
        'The branch that it was made from has been deleted. Delete this one, and create another.',
      )
    own.stop.signal.throwIfAborted()
    const statements = statementsOf(ref, { withData })
    // Reported where it is awaited, unless the copy has failed before.
    statements.catch(() => undefined)
    const [password, superuserPassword] = await Promise.all([
      secrets.read(source, 'superuser_password'),
      secrets.read(ref, 'superuser_password'),
      atRest(source, own.stop.signal),
    ])
    return databases.logins.whileAwake(source, async () => {
      if (!withData) await refuseOtherDatabases(source)
      return engine.copy(ref, {
        source: { id: source, superuserPassword: password },
        superuserPassword,
        statements,
        // Autovacuum would note values of rows that are about to be removed.
        isAlone: !withData,
        replaces: await engine.exists(ref),
        access: accessRules(ref),
        onServed(login) {
          own.sessions = openCompletingSessions({ ...login, database: DATABASE })
          // Others are opened in their place.
          own.sessions.catch(() => undefined)
        },
        signal: own.stop.signal,
        onProgress({ copiedBytes, totalBytes }) {
          own.progress = { copied_bytes: copiedBytes, total_bytes: totalBytes }
        },
      })
    })
  }

  const statementsOf = async (ref: string, content: { withData: boolean }) => [
    ...branchStatements(content),
    ...(await (hashed.get(ref) ?? passwordStatements(ref))),
  ]

  const refuseOtherDatabases = (source: string) =>
    databases.asAdmin.session(source, async (client) => {
      const { rows } = await client.query<{ name: string }>(OTHER_DATABASES)
      if (rows.length === 0) return
      throw new EngineError(
        'not_ready',
        `Only a project with one database can be copied without its data. This one has others: ${rows.map(({ name }) => name).join(', ')}. Create a branch with data.`,
      )
    })

  /** The replica stops following, with what it has received. */
  const adopt = async (ref: string, source: string, replica: string): Promise<CopyFacts> => {
    const [password, superuserPassword] = await Promise.all([
      secrets.read(source, 'superuser_password'),
      secrets.read(ref, 'superuser_password'),
    ])
    return engine.adopt(ref, {
      replica: { id: replica, superuserPassword: password },
      superuserPassword,
      statements: statementsOf(ref, { withData: true }),
    })
  }

  const readLater = (ref: string, source: string) =>
    databases.asAdmin.session(ref, async (client) => {
      if (await isTooLarge(client)) return undefined
      return databases.logins.whileAwake(source, async () =>
        readCommonSchema({
          branch: await databases.logins.internal(ref, USER_ROLE),
          source: await databases.logins.internal(source, USER_ROLE),
        }),
      )
    })

  const inBackground = (ref: string, work: Promise<unknown>): Promise<unknown> => {
    const settled: Promise<unknown> = work
      .catch((error) => onError(error, ref))
      .finally(() => reading.delete(settled))
    reading.add(settled)
    return settled
  }

  const keepSchema = (ref: string, point: BranchPoint, schema: Promise<string | undefined>) => {
    const stored = schema.then((text) =>
      text === undefined ? undefined : store.setBaseSchema(ref, point, text),
    )
    const settled: Promise<unknown> = inBackground(ref, stored).finally(() => {
      if (schemas.get(ref) === settled) schemas.delete(ref)
    })
    schemas.set(ref, settled)
    return settled
  }

  const keepKeys = (ref: string, keys: Promise<void>) => {
    const settled: Promise<unknown> = inBackground(ref, keys).finally(() => {
      if (keysBeingKept.get(ref) === settled) keysBeingKept.delete(ref)
    })
    keysBeingKept.set(ref, settled)
  }

  const noteCopied = async (ref: string, point: BranchPoint, pastMoment?: Date) => {
    const { hasWebhooks } = await store.copied(ref, point, {
      at: pastMoment ?? now(),
      isPast: pastMoment !== undefined,
      also: (transaction) => dataReplaced(ref, transaction),
    })
    // Looking for what is due takes a session, which the first queries would have to wait for.
    if (hasWebhooks) deliveriesChanged(ref)
  }

  /** Gives a branch its data. Nothing of it has changed when this fails. */
  const fill = (
    ref: string,
    wanted: BranchCopy,
    own: Running,
    restore: RestoreBranch | undefined,
  ): Promise<Filled> =>
    whileCopying(async () => {
      if (restore) {
        const restored = await restore({
          statements: await statementsOf(ref, { withData: true }),
          signal: own.stop.signal,
          onProgress(progress) {
            own.progress = progress
          },
        })
        return { facts: restored.facts, restored }
      }
      const { source, replica } = wanted
      const facts = await turns.run(source ?? ref, () =>
        source !== undefined && replica !== undefined ? adopt(ref, source, replica) : copy(ref, wanted, own),
      )
      return { facts, restored: undefined }
    })

  /** Reads the schema of the moment of branching, unless it is being read. Resolves when that is done, or has failed. */
  const readSchema = ({ ref, source, point }: MissingSchema): Promise<unknown> =>
    schemas.get(ref) ?? keepSchema(ref, point, readLater(ref, source))

  /** A reset that failed or was cancelled leaves the branch as it was. Throws the failure of anything else. */
  const keepFormer = async (ref: string, { isReset, stop: { signal } }: Running, error: unknown) => {
    if (isReset && signal.reason instanceof ResetCancelled) return store.keepData(ref, null)
    if (!isReset || signal.aborted) throw failureOf(error)
    const failure = `It could not be reset: ${(error as Error).message}`
    await store.keepData(ref, failure)
    await reportFailedReset(ref, failure)
  }

  /** Notes the data that a branch has got. */
  const note = async (
    ref: string,
    { replica, withData }: BranchCopy,
    { facts, restored, boot, sessions }: Filled & Pick<Running, 'sessions'> & { boot: string | undefined },
  ) => {
    // What was a replica is on disk already, and there may be nothing to copy it from again.
    const copiedIn = replica === undefined && boot !== undefined ? { boot } : {}
    const point: BranchPoint = {
      ...facts,
      uncommittedXids: null,
      ...copiedIn,
      ...(replica !== undefined && { wasReplica: true }),
      ...(restored?.sourceTimeline !== undefined && { sourceTimeline: restored.sourceTimeline }),
    }
    const stored = noteCopied(ref, point, restored?.moment)
    if (replica === undefined) {
      // Reported where it is awaited.
      stored.catch(() => undefined)
      noting.set(ref, { point, withData, stored, sessions })
    } else {
      await stored
      await replicaAdopted(replica)
    }
  }

  return {
    setsPasswords: true,
    hasUnused: spares.isTaken,

    /** Begins to hash the passwords of a branch. Call `forgetPasswords` if the branch could not be stored. */
    hashPasswords(ref: string, secrets: Record<ProjectSecretName, string>) {
      const statements = passwordStatements(ref, { read: async (_ref, name) => secrets[name] })
      // Reported where it is awaited.
      statements.catch(() => undefined)
      hashed.set(ref, statements)
    },

    forgetPasswords: (ref: string) => void hashed.delete(ref),

    /**
     * Makes the database of a branch; false for a project that is no branch. A copy that an earlier server began is made
     * again. When a reset fails, the branch keeps the data that it has. A spare branch is complete and prepared.
     */
    async make(ref: string): Promise<boolean | 'prepared'> {
      // A moment that could not be stored is not there, so the copy is made again.
      await noting.get(ref)?.stored.catch(() => undefined)
      await endUnused(noting.get(ref)?.sessions)
      noting.delete(ref)
      const wanted = await store.copyOf(ref)
      if (!wanted) return false
      const spare = await spares.claim(ref)
      if (spare) {
        const stored = noteCopied(ref, spare.point)
        // Reported where it is awaited.
        stored.catch(() => undefined)
        claimed.set(ref, { spare, stored })
        return 'prepared'
      }
      const [exists, boot, restore] = await Promise.all([
        engine.exists(ref),
        readBootId(),
        restoreOfBranch(ref),
      ])
      const isThere = exists && isSound(wanted, boot)
      if (isThere && !wanted.isNeeded) return true
      const own: Running = {
        stop: new AbortController(),
        progress: undefined,
        isReset: wanted.isReset && isThere,
      }
      running.set(ref, own)
      // What reads the schema afterwards is loaded while the data is copied.
      void loadSchemaReader().catch((error) => onError(error, ref))
      if (isClosing) own.stop.abort(new WorkInterrupted())
      let filled: Filled
      try {
        filled = await fill(ref, wanted, own, restore)
      } catch (error) {
        await endUnused(own.sessions)
        await keepFormer(ref, own, error)
        kept.add(ref)
        return true
      } finally {
        running.delete(ref)
        hashed.delete(ref)
      }
      try {
        if (wanted.isReset) await beginHistory(ref)
        await note(ref, wanted, { ...filled, boot, sessions: own.sessions })
      } catch (error) {
        await endUnused(own.sessions)
        throw error
      }
      return true
    },

    /**
     * Completes what is known of the moment of branching, once the copy runs and before anyone connects; again, if the
     * server was killed before the branch could be used.
     */
    async complete(ref: string, prepare?: (superuser: pg.Client) => Promise<void>) {
      const taken = claimed.get(ref)
      if (taken) {
        claimed.delete(ref)
        await taken.stored
        const { point, schema, keys } = taken.spare
        if (schema) void keepSchema(ref, point, schema)
        if (keys) keepKeys(ref, keys)
        return
      }
      if (kept.delete(ref)) return
      const noted = noting.get(ref)
      const known = noted ?? (await store.incompletePoint(ref))
      if (!known) return
      const { point: facts, withData } = known
      const there = await noted?.sessions?.catch(() => undefined)
      const sessions =
        there ?? (await openCompletingSessions(await databases.logins.internalWhileLocked(ref, ADMIN_ROLE)))
      const { admin } = sessions
      try {
        const point = facts.uncommittedXids ? facts : await completeBranchPoint(admin, facts)
        // Before the schema is read, which keeps everybody from changing it.
        await prepare?.(admin)
        await noted?.stored
        const [, isLarge] = await Promise.all([
          point === facts ? undefined : store.setBranchPoint(ref, point),
          admin.query(DROP_BASE).then(() => isTooLarge(admin)),
        ])
        // Without its schema nothing can be merged, so its keys are of no use either.
        if (isLarge) await endCompletingSessions(sessions)
        else {
          const { schema, keys } = await beginReading(sessions, { withData })
          void keepSchema(ref, point, schema)
          keepKeys(ref, keys)
        }
        noting.delete(ref)
      } catch (error) {
        await endCompletingSessions(sessions)
        throw asUnanswered(error)
      }
    },

    /** Reads what an earlier server was killed while it read it. Resolves when it is done, or has failed. */
    async readMissing() {
      for (const missing of await store.withoutBaseSchema()) {
        if (isClosing) return
        await readSchema(missing)
      }
    },

    readSchema,

    /** Resolves once the keys of the moment of branching are kept, or could not be; at once when they are. */
    keysKept: async (ref: string) => void (await keysBeingKept.get(ref)),

    progressOf: (ref: string) => running.get(ref)?.progress ?? null,

    /** Whether a reset can still be cancelled. */
    isResetting: (ref: string) => running.get(ref)?.isReset ?? false,

    /** Ends a copy that is in progress. */
    cancel(ref: string) {
      spares.forget(ref)
      kept.delete(ref)
      running.get(ref)?.stop.abort(new AppError('conflict', 'The branch was deleted while it was created'))
    },

    /** Ends a reset, after which the branch has the data that it had. False when none is copying. */
    cancelReset(ref: string): boolean {
      const own = running.get(ref)
      if (!own?.isReset) return false
      own.stop.abort(new ResetCancelled())
      return true
    },

    /** Resolves once no schema is being read. */
    settled: async () => void (await Promise.all(reading)),

    /** Ends all copies; the next server makes them again. */
    async close() {
      isClosing = true
      for (const { stop } of running.values()) stop.abort(new WorkInterrupted())
      await Promise.allSettled(
        [...noting.values()].flatMap(({ stored, sessions }) => [stored, endUnused(sessions)]),
      )
      await Promise.all(reading)
    },
  }
}

const endUnused = (sessions: Promise<CompletingSessions> | undefined) =>
  sessions?.then(endCompletingSessions, () => undefined)

/** Whether all of a copy that nobody could use yet is there: since it was made, power may have failed. */
const isSound = ({ facts }: BranchCopy, boot: string | undefined) =>
  facts?.boot === undefined || facts.boot === boot

/** The source may have been paused meanwhile. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'instance_unavailable') return error
  return new EngineError('not_ready', `The database that it is made from does not run. ${error.message}`, {
    cause: error,
  })
}

/** Whether a branch can be made from a project now. Throws `conflict` otherwise. */
export function mustRun({ status, name }: Pick<Project, 'status' | 'name'>) {
  if (status === 'ACTIVE_HEALTHY') return
  throw new AppError(
    'conflict',
    `A branch is made from a database that runs, and ${name} is ${status}. Resume or restart it first.`,
    { details: { status } },
  )
}
