import { PREVIEW_HELD_MS } from '@basalt/contract/query/query.rules.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Lease } from '../../../platform/project-databases/sql/sql-pool.ts'

/** A transaction to hold: in which project, by whose will, on which connection, and what opened it. */
export interface OpenTransaction {
  readonly ref: string
  /** The email address of its author. */
  readonly heldBy: string
  readonly userId: string
  readonly lease: Lease
  readonly text: string
}

interface Held extends OpenTransaction {
  readonly timer: NodeJS.Timeout
  readonly forget: () => void
}

export type HeldTransactions = ReturnType<typeof createHeldTransactions>

/**
 * Transactions that a text left open on purpose, until who ran it has looked at what it did. What is committed is
 * thereby the very change that was looked at. Each is undone by itself after a while, because it keeps locks; so is
 * the one that somebody held before in the same project.
 */
export function createHeldTransactions(heldMs = PREVIEW_HELD_MS) {
  const transactions = new Map<string, Held>()

  const take = (id: string): Held | undefined => {
    const held = transactions.get(id)
    transactions.delete(id)
    clearTimeout(held?.timer)
    held?.forget()
    return held
  }

  const undo = async ({ lease, text }: Held) => {
    try {
      await lease.client.query('rollback')
      lease.giveBack(text, 'I')
    } catch {
      lease.destroy()
    }
  }

  return {
    heldMs,

    /** From here on the lease is kept, and given back when the transaction ends. */
    hold(id: string, { ref, heldBy, userId, lease, text }: OpenTransaction) {
      const lost = () => {
        take(id)
        lease.destroy()
      }
      // The database stopped, or the pool is closed: nobody else gives this connection back.
      lease.client.once('end', lost)
      const timer = setTimeout(() => {
        const held = take(id)
        if (held) void undo(held)
      }, heldMs)
      timer.unref()
      transactions.set(id, {
        ref,
        heldBy,
        userId,
        lease,
        text,
        timer,
        forget: () => lease.client.off('end', lost),
      })
    },

    /** Undoes what somebody holds in a project, so that a new text does not wait for locks of their own. */
    async undoThoseOf(ref: string, heldBy: string): Promise<void> {
      const own = [...transactions].filter(([, held]) => held.ref === ref && held.heldBy === heldBy)
      await Promise.all(own.map(([id]) => undo(take(id)!)))
    },

    /** The users who hold a transaction open, and their projects. */
    holders: () => [...transactions.values()].map(({ ref, heldBy, userId }) => ({ ref, heldBy, userId })),

    /**
     * Ends a transaction for good. False when there is none by this id that this person holds. Throws `conflict`
     * when it was not committed.
     */
    async end(ref: string, heldBy: string, id: string, how: 'commit' | 'rollback'): Promise<boolean> {
      const known = transactions.get(id)
      if (known?.ref !== ref || known.heldBy !== heldBy) return false
      const held = take(id)!
      if (how === 'rollback') {
        await undo(held)
        return true
      }
      const { lease, text } = held
      let command: string
      try {
        command = (await lease.client.query('commit')).command
      } catch (cause) {
        lease.destroy()
        throw new AppError('conflict', `The change was not committed: ${(cause as Error).message}`, { cause })
      }
      lease.giveBack(text, 'I')
      // PostgreSQL answers COMMIT of a failed transaction by undoing it.
      if (command !== 'COMMIT') throw new AppError('conflict', 'The change was undone and not committed')
      return true
    },
  }
}
