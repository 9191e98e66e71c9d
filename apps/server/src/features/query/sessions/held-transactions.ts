import { PREVIEW_TIMEOUT_MS } from '@basalt/contract/query/query.rules.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Lease } from '../../../platform/project-databases/sql/sql-pool.ts'

/** A transaction to hold: its project, author, connection, and the text that opened it. */
export interface OpenTransaction {
  readonly ref: string
  /** The email address of its author. */
  readonly heldBy: string
  readonly userId: string
  /** The role that was chosen for it. */
  readonly role?: string | undefined
  readonly lease: Lease
  readonly text: string
}

interface Held extends OpenTransaction {
  readonly timer: NodeJS.Timeout
  readonly forget: () => void
}

export type HeldTransactions = ReturnType<typeof createHeldTransactions>

/**
 * Transactions that a text left open on purpose, so that its author can review the effect and then commit exactly that
 * change. Because they hold locks, each is rolled back after a while, or when its author starts another one in the
 * same project.
 */
export function createHeldTransactions({
  heldMs = PREVIEW_TIMEOUT_MS,
  onCommitted = () => {},
}: {
  heldMs?: number
  /** Called with the time just before the commit began. */
  onCommitted?: (transaction: Omit<OpenTransaction, 'lease'>, startedAt: Date) => void
} = {}) {
  const transactions = new Map<string, Held>()

  const take = (id: string): Held | undefined => {
    const held = transactions.get(id)
    transactions.delete(id)
    clearTimeout(held?.timer)
    held?.forget()
    return held
  }

  const rollBack = async ({ lease, text }: Held) => {
    try {
      await lease.client.query('rollback')
      lease.giveBack(text, 'I')
    } catch {
      lease.destroy()
    }
  }

  return {
    heldMs,

    /** Takes over the lease, which is returned when the transaction ends. */
    hold(id: string, { ref, heldBy, userId, role, lease, text }: OpenTransaction) {
      const lost = () => {
        take(id)
        lease.destroy()
      }
      // The database stopped or the pool was closed: nothing else destroys this lease.
      lease.client.once('end', lost)
      const timer = setTimeout(() => {
        const held = take(id)
        if (held) void rollBack(held)
      }, heldMs)
      timer.unref()
      transactions.set(id, {
        ref,
        heldBy,
        userId,
        role,
        lease,
        text,
        timer,
        forget: () => lease.client.off('end', lost),
      })
    },

    /** Rolls back a user's transactions in a project, so that a new text does not wait for the user's own locks. */
    async rollBackOwn(ref: string, heldBy: string): Promise<void> {
      const own = [...transactions].filter(([, held]) => held.ref === ref && held.heldBy === heldBy)
      await Promise.all(own.map(([id]) => rollBack(take(id)!)))
    },

    /** The users with open transactions, and their projects. */
    holders: () => [...transactions.values()].map(({ ref, heldBy, userId }) => ({ ref, heldBy, userId })),

    /** Ends a transaction. False when this user holds none with this id. Throws `conflict` when the commit failed. */
    async end(ref: string, heldBy: string, id: string, how: 'commit' | 'rollback'): Promise<boolean> {
      const known = transactions.get(id)
      if (known?.ref !== ref || known.heldBy !== heldBy) return false
      const held = take(id)!
      if (how === 'rollback') {
        await rollBack(held)
        return true
      }
      const { lease, text } = held
      const startedAt = new Date()
      let command: string
      try {
        command = (await lease.client.query('commit')).command
      } catch (cause) {
        lease.destroy()
        throw new AppError('conflict', `The change was not committed: ${(cause as Error).message}`, { cause })
      }
      lease.giveBack(text, 'I')
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK.
      if (command !== 'COMMIT') throw new AppError('conflict', 'The change was rolled back and not committed')
      onCommitted(held, startedAt)
      return true
    },
  }
}
