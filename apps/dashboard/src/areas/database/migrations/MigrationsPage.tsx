import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Lock, PowerOff } from 'lucide-react'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { ChangesTab } from '../ledger/ChangesTab.tsx'
import { DriftTab } from '../schema-drift/DriftTab.tsx'
import { MigrationsTab } from './MigrationsTab.tsx'
import { filterOf, type MigrationsSearch, migrationTabs } from './migrations-search.rules.ts'

const labels = { migrations: 'Migrations', changes: 'Changes', drift: 'Drift' } as const
const tabs = migrationTabs.map((value) => ({ value, label: labels[value] }))

/** The migration history of a project's database, and the changes that migrations are made of. */
export function MigrationsPage({
  project,
  search,
  onSearchChange,
}: {
  project: Project
  search: MigrationsSearch
  onSearchChange: (search: MigrationsSearch) => void
}) {
  const { tab = 'migrations' } = search
  const panel = 'flex flex-col gap-4 pt-4'
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Migrations" description="The history of this database’s schema, as SQL." />
      <Tabs
        label="Migrations and changes"
        items={tabs}
        value={tab}
        onValueChange={(next) => onSearchChange({ tab: next })}
      >
        <TabPanel value="migrations" className={panel}>
          <History project={project} search={search} onSearchChange={onSearchChange} />
        </TabPanel>
        <TabPanel value="changes" className={panel}>
          <ChangesTab
            project={project}
            filter={filterOf(search)}
            openId={search.change}
            onFilterChange={(filter) => onSearchChange({ tab: 'changes', ...filter })}
            onOpenChange={(change) => onSearchChange({ tab: 'changes', ...filterOf(search), change })}
          />
        </TabPanel>
        <TabPanel value="drift" className={panel}>
          <Drift project={project} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

function Drift({ project: { ref, organization_slug: slug, status } }: { project: Project }) {
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.runAnySql, { slug, ref }))
  if (!can('query', status))
    return (
      <EmptyState icon={PowerOff} title="The database is not running">
        {statusLabels[status]}. Its schema can be compared while it runs.
      </EmptyState>
    )
  return <DriftTab projectRef={ref} refusal={refusal} />
}

function History({ project, search, onSearchChange }: Parameters<typeof MigrationsPage>[0]) {
  const { ref, organization_slug: slug, status } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.readWithSql, { slug, ref }))
  const applyingRefusal = useChangeRefusal(needs.runAnySql, { slug, ref })
  if (refusal !== undefined)
    return (
      <EmptyState icon={Lock} title="You don’t have access to the migrations">
        {refusal}
      </EmptyState>
    )
  if (!can('query', status))
    return (
      <EmptyState icon={PowerOff} title="The database is not running">
        {statusLabels[status]}. Its migrations are listed while it runs.
      </EmptyState>
    )
  return (
    <MigrationsTab
      projectRef={ref}
      refusal={applyingRefusal}
      search={search.search ?? ''}
      openVersion={search.version}
      onSearchChange={(text) => onSearchChange({ search: text || undefined })}
      onOpenChange={(version) => onSearchChange({ search: search.search, version })}
      onShowChanges={() => onSearchChange({ tab: 'changes', kind: 'schema' })}
    />
  )
}
