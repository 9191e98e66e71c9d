import type { FileTable } from '@basalt/contract/foreign-files/foreign-files.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis, FileUp, RefreshCw, Trash2 } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import type { FilePanel } from '../foreign-servers/wrappers-url.rules.ts'
import { DropFileTableDialog } from './DropFileTableDialog.tsx'
import { fileTableQueries } from './foreign-files.queries.ts'
import { ReplaceFileDialog } from './ReplaceFileDialog.tsx'

const FileTableSheet = lazyLayer(
  () => import('./FileTableSheet.tsx').then((module) => module.FileTableSheet),
  () => true,
)

interface Props {
  projectRef: string
  /** What the address has open, and for which table. */
  panel: FilePanel | undefined
  tableId: number | undefined
  /** Why the caller may not change tables. */
  refusal: string | undefined
  onGo: (panel: FilePanel | undefined, tableId?: number) => void
}

/** Uploaded files that are read as tables. */
export function FileTables({ projectRef: ref, panel, tableId, refusal, onGo }: Props) {
  const { data, error, isFetching, refetch } = useQuery(fileTableQueries.list(ref))
  const table = data?.tables.find(({ id }) => id === tableId)
  const onClose = () => onGo(undefined)
  const props = { projectRef: ref, onClose }
  return (
    <section aria-labelledby="files" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h2 id="files" className="font-semibold text-base">
            Files
          </h2>
          <p className="text-ink-muted text-sm">
            CSV and other delimited text, read as tables without an import.
          </p>
        </div>
        <Button
          icon={FileUp}
          onClick={() => onGo('file')}
          {...(refusal !== undefined && { reason: refusal })}
        >
          Add a file
        </Button>
      </div>
      {error ? (
        <ErrorPanel
          title="Failed to load the tables of files"
          message={error.message}
          requestId={requestIdOf(error)}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : !data ? (
        <Skeleton className="h-20 w-full" />
      ) : data.tables.length === 0 ? (
        <p className="text-ink-muted text-sm">No files yet.</p>
      ) : (
        <List projectRef={ref} tables={data.tables} refusal={refusal} onGo={onGo} />
      )}
      {refusal === undefined && panel === 'file' && <FileTableSheet {...props} />}
      {refusal === undefined && table && panel === 'replace-file' && (
        <ReplaceFileDialog {...props} table={table} />
      )}
      {refusal === undefined && table && panel === 'drop-file' && (
        <DropFileTableDialog {...props} table={table} />
      )}
    </section>
  )
}

function List({
  projectRef: ref,
  tables,
  refusal,
  onGo,
}: {
  projectRef: string
  tables: readonly FileTable[]
  refusal: string | undefined
  onGo: Props['onGo']
}) {
  return (
    <Table<FileTable>
      label="Tables of files"
      rows={tables}
      rowKey={({ id }) => String(id)}
      columns={[
        {
          key: 'table',
          header: 'Table',
          cell: ({ id, schema, name }) => (
            <TextLink
              className="wrap-anywhere"
              render={
                <Link
                  to="/project/$ref/editor/$tableId"
                  params={{ ref, tableId: String(id) }}
                  search={{ schema }}
                />
              }
            >
              {schema}.{name}
            </TextLink>
          ),
        },
        {
          key: 'file',
          header: 'File',
          cell: ({ file_name }) => <span className="wrap-anywhere">{file_name ?? 'Gone: replace it'}</span>,
        },
        {
          key: 'size',
          header: 'Size',
          align: 'end',
          wideOnly: true,
          cell: ({ bytes }) => (bytes === null ? '' : formatBytes(bytes)),
        },
        {
          key: 'actions',
          header: <span className="sr-only">Actions</span>,
          align: 'end',
          cell: ({ id, schema, name, owner, is_owned }) => {
            const reason = refusal ?? (is_owned ? undefined : `It belongs to ${owner}`)
            return (
              <Menu
                align="end"
                trigger={<IconButton label={`Actions for ${schema}.${name}`} icon={Ellipsis} />}
              >
                <MenuItem icon={RefreshCw} reason={reason} onSelect={() => onGo('replace-file', id)}>
                  Replace the file
                </MenuItem>
                <MenuItem icon={Trash2} destructive reason={reason} onSelect={() => onGo('drop-file', id)}>
                  Drop
                </MenuItem>
              </Menu>
            )
          },
        },
      ]}
    />
  )
}
