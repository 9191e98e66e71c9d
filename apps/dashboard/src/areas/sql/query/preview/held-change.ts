import { endHeldTransaction } from '@basalt/contract/query/query.endpoints.ts'
import { failedWith } from '../../../../api/api-error.ts'
import { call, sendOnPageHide } from '../../../../api/call.ts'

/** A previewed change: the server holds its transaction open until it is committed, rolled back, or times out. */
export interface HeldChange {
  readonly ref: string
  readonly id: string
  /** Whether it removes data, so that the moment before its commit gets a name. */
  readonly removesData?: boolean
  /** When it times out, in milliseconds of performance.now(). */
  readonly until: number
  readonly state: 'open' | 'ending' | 'committed' | 'undone'
  /** Why the commit failed. */
  readonly failure?: string
}

/** Ends a change and returns its new state. Never rejects. */
export async function endHeldChange(change: HeldChange, how: 'commit' | 'rollback'): Promise<HeldChange> {
  const { ref, id } = change
  const restorePoint = how === 'commit' && change.removesData === true
  try {
    await call(endHeldTransaction, {
      params: { ref, id },
      body: { how, ...(restorePoint && { restore_point: true }) },
    })
    return { ...change, state: how === 'commit' ? 'committed' : 'undone' }
  } catch (error) {
    if (how === 'rollback') return { ...change, state: 'undone' }
    const isKnown = failedWith(error, 'gone') || failedWith(error, 'conflict')
    const failure = isKnown
      ? (error as Error).message
      : 'The server did not respond. Check the data before you preview again: the change may have been committed.'
    return { ...change, state: 'undone', failure }
  }
}

/** Rolls a change back when the page closes: nobody is left to commit it, and others may wait for its locks. */
export const rollBackOnPageHide = ({ ref, id }: HeldChange): void =>
  sendOnPageHide(endHeldTransaction, { params: { ref, id }, body: { how: 'rollback' } })
