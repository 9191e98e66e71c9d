import type { ReactNode } from 'react'
import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx'
import { requestIdOf } from './api-error.ts'

/** What has to be known of the query of a list, whether it has pages or not. */
interface ListQuery<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** The four states of a list: loading, failed, empty, and its rows. Rows stay when they cannot be read again. */
export function ListStates<Data, Row>({
  list,
  failure,
  skeleton,
  rowsOf,
  empty,
  children,
}: {
  list: ListQuery<Data>
  /** The title of a failure, such as `Failed to load types`. */
  failure: string
  /** Has the size of what it stands for. */
  skeleton: ReactNode
  rowsOf: (data: Data) => Row[]
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}) {
  if (list.isPending) return skeleton
  if (list.data === undefined)
    return (
      <ErrorPanel
        title={failure}
        message={list.error?.message}
        requestId={requestIdOf(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  const rows = rowsOf(list.data)
  return rows.length === 0 ? empty : children(rows)
}
