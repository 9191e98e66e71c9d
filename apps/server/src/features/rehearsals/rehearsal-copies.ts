import { randomBytes } from 'node:crypto'
import {
  neededBytes,
  REHEARSAL_RESERVE_BYTES,
  REHEARSAL_TIMEOUT_MS,
} from '@basalt/contract/rehearsals/rehearsals.rules.ts'
import type { RehearsalRoom } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import pLimit from 'p-limit'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { withAdminConnection } from '../../platform/project-databases/admin-connection.ts'
import { ADMIN_ROLE, DATABASE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { withUserConnection } from '../../platform/project-databases/user-connection.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { CopyContext, CopyLogins, RehearsalProgress, Rehearsals } from './rehearsals.port.ts'
import { rehearseStatements } from './rehearse-statements.ts'

/** The id of a project's copy, which is the same each time, so that what a killed server left is found. */
export const copyIdOf = (ref: string) => `rehearsal_${ref}`

const DISK_POLL_MS = 1_000

interface Deps {
  readonly engine: Engine
  readonly databases: Pick<ProjectDatabases, 'asAdmin'>
  readonly secrets: ProjectSecrets
  /** SQL that takes from a copy what belongs to its source, before it starts. */
  readonly copyStatements: readonly string[]
}

export type RehearsalCopies = ReturnType<typeof rehearsalCopies>

/** Makes copies of running databases for the duration of a rehearsal. */
export function rehearsalCopies({ engine, databases, secrets, copyStatements }: Deps) {
  /** A copy takes much of the disk, and one of the few replication slots of its source. */
  const oneAtATime = pLimit(1)

  const room = async (ref: string): Promise<RehearsalRoom> => {
    const [{ diskBytes }, { freeBytes }, sharesBlocks] = await Promise.all([
      engine.facts(ref),
      engine.disk(),
      engine.canShareBlocks(),
    ])
    const needed = neededBytes({ databaseBytes: diskBytes, sharesBlocks })
    return {
      database_bytes: diskBytes,
      needed_bytes: needed,
      free_bytes: freeBytes,
      shares_blocks: sharesBlocks,
      fits: freeBytes >= needed,
    }
  }

  const makeCopy = async (ref: string, { superuserPassword, signal, onProgress }: Copying): Promise<void> => {
    const sourcePassword = await secrets.read(ref, 'superuser_password')
    // The session wakes the source, and keeps it awake.
    await databases.asAdmin.session(ref, () =>
      engine.copy(copyIdOf(ref), {
        source: { id: ref, superuserPassword: sourcePassword },
        superuserPassword,
        statements: copyStatements,
        isTemporary: true,
        signal,
        onProgress,
      }),
    )
  }

  const whileCopied = async <T>(
    ref: string,
    signal: AbortSignal,
    onProgress: (progress: RehearsalProgress) => void,
    work: (logins: CopyLogins, context: CopyContext) => Promise<T>,
  ): Promise<{ result: T; copy_ms: number }> => {
    const id = copyIdOf(ref)
    signal.throwIfAborted()
    const space = await room(ref)
    if (!space.fits) throw noRoom(space)
    const bytes = { copiedBytes: 0, totalBytes: 0 }
    const report = (phase: RehearsalProgress['phase'], ran = 0) => onProgress({ phase, ...bytes, ran })
    const superuserPassword = randomBytes(24).toString('base64url')
    const password = randomBytes(24).toString('base64url')
    await engine.destroy(id)
    try {
      const start = performance.now()
      report('copying')
      await makeCopy(ref, {
        superuserPassword,
        signal,
        onProgress(progress) {
          Object.assign(bytes, progress)
          report('copying')
        },
      })
      report('starting')
      const { socket, host, port } = await engine.start(id)
      const place = { host: socket ?? host, port, database: DATABASE }
      const admin = { ...place, user: ADMIN_ROLE, password: superuserPassword }
      await withAdminConnection(admin, (client) =>
        client.query(`alter role ${USER_ROLE} password ${pg.escapeLiteral(password)}`),
      )
      const copy_ms = performance.now() - start
      signal.throwIfAborted()
      report('running')
      const logins = { admin, user: { ...place, user: USER_ROLE, password } }
      const result = await work(logins, { signal, ran: (count) => report('running', count) })
      return { result, copy_ms }
    } finally {
      await engine.destroy(id)
    }
  }

  /** Aborts when the disk is nearly full, or the time is over. */
  const limits = () => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(tookTooLong()), REHEARSAL_TIMEOUT_MS)
    const watch = setInterval(
      () =>
        void engine.disk().then(
          ({ freeBytes }) => freeBytes < REHEARSAL_RESERVE_BYTES / 2 && limit.abort(diskNearlyFull()),
          (error) => limit.abort(error),
        ),
      DISK_POLL_MS,
    )
    return {
      signal: limit.signal,
      [Symbol.dispose]() {
        clearTimeout(timer)
        clearInterval(watch)
      },
    }
  }

  const withCopy: Rehearsals['withCopy'] = (ref, { signal, onProgress = () => undefined }, work) =>
    oneAtATime(async () => {
      using limit = limits()
      try {
        return await whileCopied(ref, AbortSignal.any([signal, limit.signal]), onProgress, work)
      } catch (error) {
        throw error instanceof EngineError ? new AppError('conflict', error.message, { cause: error }) : error
      }
    })

  const onCopy: Rehearsals['onCopy'] = (ref, options, work) =>
    withCopy(ref, options, ({ user }, { signal, ran }) =>
      withUserConnection(user, { application: 'basalt rehearsal', statementTimeoutMs: 0, signal }, (client) =>
        work(client, ran),
      ),
    )

  return {
    room,
    withCopy,
    onCopy,

    async rehearse(ref, statements, options) {
      const { result, copy_ms } = await onCopy(ref, options, (client, ran) =>
        rehearseStatements(client, statements, ran),
      )
      return { ...result, copy_ms }
    },

    /** Removes what a killed server left. */
    remove: (ref: string): Promise<void> => engine.destroy(copyIdOf(ref)),
  } satisfies Rehearsals & Record<string, unknown>
}

interface Copying {
  readonly superuserPassword: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: { copiedBytes: number; totalBytes: number }) => void
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`

const noRoom = ({ needed_bytes, free_bytes }: RehearsalRoom) =>
  new AppError(
    'conflict',
    `A copy of this database needs ${megabytes(needed_bytes)}, and the disk has ${megabytes(free_bytes)} free. Free some space and try again.`,
  )

const diskNearlyFull = () =>
  new AppError(
    'conflict',
    'The rehearsal was ended and its copy removed, because the disk was nearly full. Free some space and try again.',
  )

const tookTooLong = () =>
  new AppError(
    'conflict',
    `The rehearsal took longer than ${REHEARSAL_TIMEOUT_MS / 3_600_000} hours, and was ended.`,
  )
