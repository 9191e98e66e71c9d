import { cancelQuery } from '@basalt/contract/query/query.endpoints.ts'
import { failedWith } from '../../../../api/api-error.ts'
import { call } from '../../../../api/call.ts'
import { toast } from '../../../../ui/feedback/toast.ts'

/** Cancels a query. Returns whether it has ended in the database; otherwise displays the reason. Never rejects. */
export async function cancelInDatabase(ref: string, id: string): Promise<boolean> {
  try {
    await call(cancelQuery, { params: { ref, id } })
    return true
  } catch (error) {
    if (failedWith(error, 'not_found')) return true
    toast({
      id: `cancel ${id}`,
      tone: 'critical',
      title: 'Failed to cancel the query',
      description: (error as Error).message,
    })
    return false
  }
}
