import type { Migration } from '@basalt/contract/migrations/migrations.schema.ts'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, FileClock, Play, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { ListStates } from '../../../api/ListStates.tsx'
import { loadMoreProps } from '../../../api/load-more-props.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { When } from '../../../ui/text/When.tsx'
import { ApplyMigrationDialog } from './ApplyMigrationDialog.tsx'
import { MigrationSheet } from './MigrationSheet.tsx'
import { downloadAll, migrationQueries } from './migrations.queries.ts'

const SEARCH_DEBOUNCE_MS = 300

interface Props {
  projectRef: string
  /** Why the caller may not apply migrations, or undefined when they may. */
  refusal: string | undefined
  search: string
  openVersion: string | undefined
  onSearchChange: (search: string) => void
  onOpenChange: (version: string | undefined) => void
  onShowChanges: () => void
}

/** The migration history of a database. */
export function MigrationsTab(props: Props) {
  const { text, set } = useDebouncedText(props.search, props.onSearchChange, SEARCH_DEBOUNCE_MS)
  const download = useMutation(downloadAll(props.projectRef))
  const [isApplying, setApplying] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Input
          type="search"
          icon={Search}
          aria-label="Search migrations"
          placeholder="Search versions and names"
          className="sm:w-64!"
          value={text}
          onValueChange={set}
        />
        <div className="flex flex-wrap gap-2">
          <Button icon={Download} loading={download.isPending} onClick={() => download.mutate()}>
            Download all
          </Button>
          <Button icon={Play} onClick={() => setApplying(true)} reason={props.refusal}>
            Apply a migration
          </Button>
        </div>
      </div>
      <ApplyMigrationDialog projectRef={props.projectRef} open={isApplying} onOpenChange={setApplying} />
      <Migrations {...props} onClear={() => set('')} />
      <MigrationSheet
        projectRef={props.projectRef}
        version={props.openVersion}
        onClose={() => props.onOpenChange(undefined)}
      />
    </>
  )
}

function Migrations({
  projectRef,
  search,
  openVersion,
  onOpenChange,
  onShowChanges,
  onClear,
}: Props & { onClear: () => void }) {
  const list = useInfiniteQuery({
    ...migrationQueries.pages(projectRef, search),
    placeholderData: keepPreviousData,
  })
  return (
    <ListStates
      list={list}
      failure="Failed to load migrations"
      skeleton={<TableSkeleton label="Loading migrations" columns={3} rows={8} />}
      rowsOf={({ pages }) => pages.flatMap((page) => page.migrations)}
      empty={
        search !== '' ? (
          <EmptyState
            icon={SearchX}
            title="No matching migrations"
            action={<Button onClick={onClear}>Clear search</Button>}
          >
            Search for another version or name.
          </EmptyState>
        ) : (
          <EmptyState
            icon={FileClock}
            title="No migrations yet"
            action={<Button onClick={onShowChanges}>Choose changes</Button>}
          >
            Make one from recorded changes, or apply one from a file.
          </EmptyState>
        )
      }
    >
      {(migrations) => (
        <>
          <Table
            label="Migrations"
            columns={columnsOf((version) => onOpenChange(version))}
            rows={migrations}
            rowKey={({ version }) => version}
            isSelected={({ version }) => version === openVersion}
          />
          {list.hasNextPage && (
            <LoadMore {...loadMoreProps(list)} failure="Failed to load more migrations." />
          )}
        </>
      )}
    </ListStates>
  )
}

const columnsOf = (onOpen: (version: string) => void): TableColumn<Migration>[] => [
  {
    key: 'version',
    header: 'Version',
    width: '12rem',
    cell: ({ version }) => (
      <button
        type="button"
        onClick={() => onOpen(version)}
        className="block max-w-44 truncate rounded-sm font-mono text-xs underline decoration-line-strong underline-offset-3 hover:decoration-current"
      >
        {version}
      </button>
    ),
  },
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <span className="block max-w-96 truncate max-sm:max-w-32" title={name ?? undefined}>
        {name ?? '–'}
      </span>
    ),
  },
  {
    key: 'inserted_at',
    header: 'Inserted at',
    width: '10rem',
    cell: ({ inserted_at }) => (inserted_at === null ? '–' : <When time={inserted_at} />),
  },
]
