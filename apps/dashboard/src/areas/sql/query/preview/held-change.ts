import { endHeldTransaction } from '@basalt/contract/query/query.endpoints.ts'
import { failedWith } from '../../../../api/api-error.ts'
import { call, sendWhileLeaving } from '../../../../api/call.ts'

/** A previewed change: kept open by the server until it is committed, undone, or its time is over. */
export interface HeldChange {
  readonly ref: string
  readonly id: string
  /** On the clock of performance.now(). */
  readonly until: number
  readonly state: 'open' | 'ending' | 'committed' | 'undone'
  /** Why it was not committed although that was wanted. */
  readonly failure?: string
}

/** Ends a change and tells what became of it. Never rejects. */
export async function endChange(change: HeldChange, how: 'commit' | 'rollback'): Promise<HeldChange> {
  const { ref, id } = change
  try {
    await call(endHeldTransaction, { params: { ref, id }, body: { how } })
    return { ...change, state: how === 'commit' ? 'committed' : 'undone' }
  } catch (error) {
    if (how === 'rollback') return { ...change, state: 'undone' }
    const isKnown = failedWith(error, 'gone') || failedWith(error, 'conflict')
    const failure = isKnown
      ? (error as Error).message
      : 'The server did not answer. Look at the data before you preview again: the change may have been committed.'
    return { ...change, state: 'undone', failure }
  }
}

/** For a page that goes away: nobody is left to commit it, and others may wait for its locks. */
export const undoWhileLeaving = ({ ref, id }: HeldChange): void =>
  sendWhileLeaving(endHeldTransaction, { params: { ref, id }, body: { how: 'rollback' } })
