import { CHANGE_DAYS } from '@basalt/contract/ledger/ledger.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FilePlus2, ListChecks, Lock, SearchX } from 'lucide-react'
import { useState } from 'react'
import { ListStates } from '../../../api/ListStates.tsx'
import { loadMoreProps } from '../../../api/load-more-props.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { MakeMigrationDialog } from '../migrations/MakeMigrationDialog.tsx'
import { ChangeFilters } from './ChangeFilters.tsx'
import { ChangeSheet } from './ChangeSheet.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import { type ChangeFilter, isFiltered } from './change-filter.rules.ts'
import { ledgerQueries } from './ledger.queries.ts'

/** The changes of a project's database; chosen ones become a migration. */
export function ChangesTab({
  project,
  filter,
  openId,
  onFilterChange,
  onOpenChange,
}: {
  project: Project
  filter: ChangeFilter
  openId: string | undefined
  onFilterChange: (filter: ChangeFilter) => void
  onOpenChange: (id: string | undefined) => void
}) {
  const { ref, organization_slug: slug } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.seeChanges, { slug, ref }))
  const { data: makingRefusal } = useQuery(permissionQueries.refusal(needs.runAnySql, { slug, ref }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isMaking, setMaking] = useState(false)
  if (refusal !== undefined)
    return (
      <EmptyState icon={Lock} title="You don’t have access to the changes">
        {refusal}
      </EmptyState>
    )
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const id of ids) isChosen ? after.add(id) : after.delete(id)
      return after
    })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-72 text-ink-muted text-sm">
          Changes that members made in Basalt in the last {CHANGE_DAYS} days. Other clients’ SQL is not
          listed.
        </p>
        <Button
          variant="primary"
          icon={FilePlus2}
          onClick={() => setMaking(true)}
          reason={makingRefusal ?? (chosen.size === 0 ? 'Choose changes in the list first' : undefined)}
        >
          {chosen.size === 0 ? 'Make a migration' : `Make a migration of ${chosen.size}`}
        </Button>
      </div>
      <ChangeFilters filter={filter} onFilterChange={onFilterChange} />
      <Changes
        projectRef={ref}
        filter={filter}
        openId={openId}
        chosen={chosen}
        onChoose={choose}
        onOpenChange={onOpenChange}
        onClearFilter={() => onFilterChange({})}
      />
      <MakeMigrationDialog
        projectRef={ref}
        changes={[...chosen]}
        open={isMaking}
        onOpenChange={setMaking}
        onMade={() => setChosen(new Set())}
      />
    </>
  )
}

function Changes({
  projectRef,
  filter,
  openId,
  chosen,
  onChoose,
  onOpenChange,
  onClearFilter,
}: {
  projectRef: string
  filter: ChangeFilter
  openId: string | undefined
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isChosen: boolean) => void
  onOpenChange: (id: string | undefined) => void
  onClearFilter: () => void
}) {
  const list = useInfiniteQuery({
    ...ledgerQueries.pages(projectRef, filter),
    placeholderData: keepPreviousData,
  })
  return (
    <ListStates
      list={list}
      failure="Failed to load changes"
      skeleton={<TableSkeleton label="Loading changes" columns={6} rows={8} />}
      rowsOf={({ pages }) => pages.flatMap((page) => page.changes)}
      empty={
        isFiltered(filter) ? (
          <EmptyState
            icon={SearchX}
            title="No matching changes"
            action={<Button onClick={onClearFilter}>Clear filters</Button>}
          >
            Change or clear the filters to see other changes.
          </EmptyState>
        ) : (
          <EmptyState icon={ListChecks} title="No changes yet">
            Changes of tables, rows and definitions appear here with their SQL.
          </EmptyState>
        )
      }
    >
      {(changes) => (
        <>
          <ChangeTable
            changes={changes}
            openId={openId}
            chosen={chosen}
            onOpen={({ id }) => onOpenChange(id)}
            onChoose={onChoose}
          />
          {list.hasNextPage && <LoadMore {...loadMoreProps(list)} failure="Failed to load more changes." />}
          <ChangeSheet
            projectRef={projectRef}
            change={changes.find(({ id }) => id === openId)}
            onClose={() => onOpenChange(undefined)}
          />
        </>
      )}
    </ListStates>
  )
}
