import type { AdvisorKind } from '@basalt/contract/advisors/advisors.rules.ts'
import type { LintFinding } from '@basalt/contract/advisors/advisors.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Download, Moon, RefreshCw } from 'lucide-react'
import { ListStates } from '../../../api/ListStates.tsx'
import { downloadFile } from '../../../lib/download.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import type { AdvisorsSearch } from './advisors-search.rules.ts'
import { FindingSheet } from './FindingSheet.tsx'
import { FindingTabs } from './FindingTabs.tsx'
import { findingsQuery } from './findings.queries.ts'
import { csvOf, ofKind } from './findings.rules.ts'

const titles: Record<AdvisorKind, { title: string; description: string }> = {
  security: {
    title: 'Security Advisor',
    description: 'Data that others can read or change, and settings that make an attack or a loss easier.',
  },
  performance: {
    title: 'Performance Advisor',
    description: 'What makes queries and writes slow, and what will stop them one day.',
  },
}

/** What the advisors find in a project's database and settings. */
export function AdvisorPage({
  project,
  kind,
  search,
  onSearchChange,
}: {
  project: Project
  kind: AdvisorKind
  search: AdvisorsSearch
  onSearchChange: (search: AdvisorsSearch) => void
}) {
  const isHealthy = project.status === 'ACTIVE_HEALTHY'
  const list = useQuery({ ...findingsQuery(project.ref), enabled: isHealthy })
  const findings = ofKind(list.data ?? [], kind)
  const open = (id: string | undefined) => onSearchChange({ ...search, id })
  // Without findings, each level says what it does not have.
  const levels = (found: readonly LintFinding[]) => (
    <>
      <FindingTabs findings={found} search={search} onSearchChange={onSearchChange} onOpen={open} />
      <FindingSheet
        project={project}
        finding={found.find(({ cache_key }) => cache_key === search.id)}
        onClose={() => open(undefined)}
      />
    </>
  )
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        {...titles[kind]}
        actions={
          isHealthy && (
            <>
              <Button
                icon={Download}
                onClick={() => downloadFile(`${kind}-findings.csv`, 'text/csv', [csvOf(findings)])}
                {...(findings.length === 0 && { reason: 'There is nothing to export' })}
              >
                Export
              </Button>
              <Button
                icon={RefreshCw}
                loading={list.isFetching && !list.isPending}
                onClick={() => void list.refetch()}
              >
                Run again
              </Button>
            </>
          )
        }
      />
      {isHealthy ? (
        <ListStates
          list={list}
          failure="The advisors could not run"
          skeleton={<TableSkeleton label="Running the advisors" columns={3} rows={8} />}
          rowsOf={(all) => ofKind(all, kind)}
          empty={levels([])}
        >
          {levels}
        </ListStates>
      ) : (
        <EmptyState icon={Moon} title="The database is not running">
          The advisors run while the project is healthy.
        </EmptyState>
      )}
    </div>
  )
}
