import { rm } from 'node:fs/promises'
import { type ClusterFiles, giveClusterTo } from '../cluster/cluster-files.ts'
import { type CopyWatch, copyRunning, type RunningCluster } from '../cluster/copy-running.ts'
import { inSingleUserMode } from '../cluster/single-user.ts'
import { passwordStatement } from '../cluster/superuser-password.ts'
import { type CopyFacts, type CopyOptions, EngineError } from '../engine.ts'
import { assembleInstance } from './assemble-instance.ts'
import { mustFit } from './disk-room.ts'
import type { EngineContext } from './engine-context.ts'
import type { PreparedCopy } from './prepared-copies.ts'

/** Subscriptions of the source would take its place at their publishers. Only a catalog update needs no connection there. */
export const DETACH_SUBSCRIPTIONS =
  'update pg_catalog.pg_subscription set subenabled = false, subslotname = null where subenabled or subslotname is not null'

/** Commits of the source may wait for its standbys, which do not follow the copy. */
export const WITHOUT_STANDBYS = 'alter system reset synchronous_standby_names'

/** The id of the next transaction, which is the first of the copy's own: no other process runs yet. */
export const NEXT_XID = 'select next_xid from pg_catalog.pg_control_checkpoint()'

export const INCOMPLETE_COPY = 'The copy of the database is incomplete. Try again.'

/** Whether recovery has reached a position in the log: it ends with a checkpoint. */
export const reachedBy = (lsn: string) => `redo_lsn >= '${lsn}'::pg_catalog.pg_lsn`

/** A copy whose own server recovers it, after which the statements complete it. */
export interface IncompleteCopy extends Pick<CopyFacts, 'oldestRunningXid' | 'stopLsn'> {
  statements: readonly string[]
}

/**
 * Creates a stopped instance with the data of a running one: a complete one, or none. With `replaces`, it takes the place
 * of a stopped instance. It has been recovered, so its next start is that of a stopped server.
 *
 * Unless `isAlone`, or when it replaces another, the instance is an incomplete copy, as its record says: a start would recover
 * it anyway, so its own server does it. With subscriptions, only single-user mode prevents that it takes the place of its
 * source at their publishers.
 */
export function copyInstance(
  context: EngineContext,
  id: string,
  target: ClusterFiles,
  options: {
    source: RunningCluster
    replaces?: boolean | undefined
    /** Whether nothing else may run while the statements do. */
    isAlone: boolean
    /** Whether somebody waits until it is on disk. */
    isSynced: boolean
    sharesBlocks: boolean
    /** Whose files belong to the account of the instance already; only for a copy that may run at once. */
    prepared: PreparedCopy | undefined
    /** Removes what was copied in advance, if the disk is too small. */
    makeRoom: () => Promise<void>
    /** Called with the files as soon as they are copied, and recovered from then on. */
    onCopied: (files: ClusterFiles, copied: { isIncomplete: boolean }) => void
  } & Pick<CopyOptions, 'superuserPassword' | 'statements' | 'access'> &
    Pick<CopyWatch, 'copiers' | 'signal' | 'onProgress'>,
): Promise<CopyFacts | IncompleteCopy> {
  const { accounts, binary, options: engine, layout, step } = context
  const {
    source,
    superuserPassword,
    statements,
    access,
    replaces,
    isAlone,
    isSynced,
    sharesBlocks,
    prepared,
    makeRoom,
    onCopied,
    ...watch
  } = options
  const { signal } = watch
  return assembleInstance(context, id, target, {
    needs: 'a copy needs as much space as the database it is made from',
    replaces,
    prepared: prepared?.files,
    fill: async (files, own) => {
      step('copy:begun')
      const known = Promise.all([
        passwordStatement({ superuser: engine.superuser, password: superuserPassword }),
        statements,
        access,
      ])
      // Reported where it is awaited, unless the copy has failed before.
      known.catch(() => undefined)
      const mayServe = !replaces && !isAlone
      const copy = () =>
        copyRunning(source, files.data, {
          ...watch,
          step,
          owner: mayServe ? own.account : accounts.template,
          isStandby: false,
          isSynced,
          withoutSlotMs: context.timings.copyWithoutSlotMs,
          ...(!sharesBlocks && { mayCopy: (bytes: number) => mustFit(layout.unfinished, bytes, makeRoom) }),
        })
      const finish = async ({ begun }: PreparedCopy) => {
        try {
          return await (await begun).finish(watch)
        } catch (error) {
          signal?.throwIfAborted()
          engine.log(`The database ${id} is copied again: ${(error as Error).message}`)
          await rm(files.data, { recursive: true, force: true })
          return copy()
        }
      }
      const copied = await (prepared ? finish(prepared) : copy())
      const { hasSubscriptions, oldestRunningXid, stopLsn, released } = copied
      own.isIncomplete = mayServe && !hasSubscriptions
      onCopied(files, { isIncomplete: own.isIncomplete })
      const [password, asked = [], rules] = await known
      own.access = rules
      if (own.isIncomplete) {
        await released
        signal?.throwIfAborted()
        return { oldestRunningXid, stopLsn, statements: [password, ...asked] }
      }
      if (mayServe) await giveClusterTo(files, accounts.template)
      const [nextXid, reached] = await inSingleUserMode(binary, files.data, {
        as: accounts.template,
        background: 'waited-for',
        settings: ['allow_system_table_mods=on'],
        statements: [
          NEXT_XID,
          `select ${reachedBy(stopLsn)} as reached from pg_catalog.pg_control_checkpoint()`,
          WITHOUT_STANDBYS,
          DETACH_SUBSCRIPTIONS,
          password,
          ...asked.map(onOneLine),
        ],
      }).finally(() => released)
      if (reached !== 't') throw new EngineError('not_ready', INCOMPLETE_COPY)
      signal?.throwIfAborted()
      step('copy:recovered')
      return { oldestRunningXid, nextXid: fullXid(nextXid!), stopLsn }
    },
  })
}

/** Single-user mode reads a statement from each line. */
export const onOneLine = (statement: string) => statement.replaceAll(/\s*\n\s*/g, ' ')

/** `epoch:xid`, as the control file has it, as one number. */
export function fullXid(text: string): string {
  const [epoch, xid] = text.split(':')
  return String((BigInt(epoch!) << 32n) + BigInt(xid!))
}
