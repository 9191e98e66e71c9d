import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../ui/feedback/toast.ts'
import { ApiError } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** "Failed to rename project": the one toast that a failure shows. Forms leave it out and show it themselves. */
      errorTitle?: string
    }
  }
}

const RETRIES = 2
/** Trying again does not change the answer. */
const FINAL_STATUSES = [400, 401, 403, 404, 409, 410, 413, 415, 429]

interface Options {
  /** The session ended while the page was open. */
  onSignedOut: () => void
}

/** The one place that decides about retries and about which failure becomes a toast. */
export function createQueryClient({ onSignedOut }: Options) {
  const noticeSignOut = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiError && FINAL_STATUSES.includes(error.status)),
      },
    },
    queryCache: new QueryCache({ onError: noticeSignOut }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        noticeSignOut(error)
        const { errorTitle } = mutation.meta ?? {}
        if (errorTitle) toast({ tone: 'critical', title: errorTitle, description: error.message })
      },
    }),
  })
}
