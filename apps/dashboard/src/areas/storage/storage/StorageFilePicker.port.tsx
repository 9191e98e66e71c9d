import { getObject } from '@basalt/contract/storage/objects.endpoints.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { CornerLeftUp, File as FileIcon, Folder } from 'lucide-react'
import { useState } from 'react'
import { send } from '../../../api/call.ts'
import { ListStates } from '../../../api/ListStates.tsx'
import { loadMoreProps } from '../../../api/load-more-props.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { bucketQueries } from './buckets/bucket.queries.ts'
import { displayName } from './explorer/entry.rules.ts'
import { entriesIn, explorerQueries } from './explorer/explorer.queries.ts'
import { nameOf, parentOf } from './explorer/path.rules.ts'

const rowClass =
  'flex h-9 w-full items-center gap-2 px-3 text-left text-sm hover:bg-surface-2 disabled:text-ink-faint disabled:hover:bg-transparent'
const BY_NAME = { sort: { column: 'name', order: 'asc' }, search: '' } as const

interface Props {
  projectRef: string
  /** Larger files cannot be picked. */
  maxBytes: number
  /** Receives the whole file. */
  onPick: (file: File) => void
}

/** Picks a file of a project's storage, and fetches it. */
export function StorageFilePicker(props: Props) {
  const { projectRef: ref } = props
  const buckets = useInfiniteQuery(bucketQueries.pages(ref, '', 'name'))
  const [chosen, setChosen] = useState<string>()
  return (
    <section aria-label="Files of the storage" className="flex flex-col gap-3">
      <ListStates
        list={buckets}
        failure="Failed to load the buckets"
        skeleton={<Skeleton className="h-9" />}
        rowsOf={({ pages }) => pages.flat()}
        empty={<p className="text-ink-muted text-sm">This project has no buckets yet.</p>}
      >
        {(rows) => {
          const bucket = chosen ?? rows[0]!.id
          return (
            <>
              <Field label="Bucket">
                <Select
                  options={rows.map(({ id }) => ({ value: id, label: id }))}
                  value={bucket}
                  onValueChange={setChosen}
                />
              </Field>
              {buckets.hasNextPage && (
                <LoadMore {...loadMoreProps(buckets)} failure="Failed to load more buckets." size="sm" />
              )}
              <Files key={bucket} {...props} bucket={bucket} />
            </>
          )
        }}
      </ListStates>
    </section>
  )
}

function Files({ projectRef: ref, bucket, maxBytes, onPick }: Props & { bucket: string }) {
  const [folder, setFolder] = useState('')
  const listed = useInfiniteQuery(explorerQueries.folder({ ref, bucket }, folder, BY_NAME))
  const fetching = useMutation({
    mutationFn: async (path: string) => {
      const response = await send(getObject, { params: { ref, id: bucket }, query: { path } })
      return new File([await response.blob()], nameOf(path))
    },
    onSuccess: onPick,
    // Displayed here.
    meta: {},
  })
  if (fetching.isPending) return <Spinner label="Fetching the file" />
  return (
    <>
      {fetching.error && (
        <Callout tone="critical" role="alert" title="The file could not be fetched">
          {fetching.error.message}
        </Callout>
      )}
      <div className="max-h-56 overflow-y-auto rounded-md border border-line bg-surface-0">
        {folder !== '' && (
          <button type="button" className={rowClass} onClick={() => setFolder(parentOf(folder))}>
            <CornerLeftUp className="size-4 text-ink-faint" aria-hidden />
            Up to {parentOf(folder) === '' ? bucket : nameOf(parentOf(folder))}
          </button>
        )}
        <ListStates
          list={listed}
          failure="Failed to load the files"
          skeleton={<Skeleton className="m-3 h-5" />}
          rowsOf={entriesIn}
          empty={<p className="px-3 py-2 text-ink-muted text-sm">No files here.</p>}
        >
          {(entries) => (
            <ul aria-label={`Files of ${folder === '' ? bucket : nameOf(folder)}`}>
              {entries.map(({ path, name, isFolder, size, state }) => {
                const isTooLarge = size !== null && size > maxBytes
                return (
                  <li key={path}>
                    <button
                      type="button"
                      className={rowClass}
                      disabled={isTooLarge || state !== 'ready'}
                      onClick={() => (isFolder ? setFolder(path) : fetching.mutate(path))}
                    >
                      {isFolder ? (
                        <Folder className="size-4 shrink-0 text-brand-ink" aria-hidden />
                      ) : (
                        <FileIcon className="size-4 shrink-0 text-ink-faint" aria-hidden />
                      )}
                      <bdi className="min-w-0 flex-1 truncate">{displayName(name)}</bdi>
                      {size !== null && (
                        <span className="text-ink-muted text-xs tabular-nums">
                          {isTooLarge
                            ? `${formatBytes(size)}, more than ${formatBytes(maxBytes)}`
                            : formatBytes(size)}
                        </span>
                      )}
                    </button>
                  </li>
                )
              })}
            </ul>
          )}
        </ListStates>
        {listed.hasNextPage && (
          <LoadMore {...loadMoreProps(listed)} failure="Failed to load more files." size="sm" />
        )}
      </div>
    </>
  )
}
