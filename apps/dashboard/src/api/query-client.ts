import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../ui/feedback/toast.ts'
import { ApiError } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /**
       * The title of the toast that a failure shows, such as "Failed to rename project". Forms omit it and show the
       * error themselves.
       */
      errorTitle?: string
    }
  }
}

const RETRIES = 2
/** A retry would get the same response. */
const FINAL_STATUSES = [400, 401, 403, 404, 409, 410, 413, 415, 429]

interface Options {
  /** The session ended while the page was open. */
  onSignedOut: () => void
}

/** Creates the client that decides which failures are retried and which become a toast. */
export function createQueryClient({ onSignedOut }: Options) {
  const checkSignOut = (error: unknown) => {
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
    queryCache: new QueryCache({ onError: checkSignOut }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        checkSignOut(error)
        const { errorTitle } = mutation.meta ?? {}
        if (errorTitle) toast({ tone: 'critical', title: errorTitle, description: error.message })
      },
    }),
  })
}
