import type { SourceCheck } from '@basalt/contract/database-import/database-import.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { databaseImportQueries } from './database-import.queries.ts'
import { FileForm } from './FileForm.tsx'
import { ImportList } from './ImportList.tsx'
import { RunningImport } from './RunningImport.tsx'
import { SourceContents } from './SourceContents.tsx'
import { SourceForm } from './SourceForm.tsx'

/** Copies a database from elsewhere into a project, and shows what earlier imports did. */
export function DatabaseImportPage({ project }: { project: Project }) {
  const { data: imports, error, isFetching, refetch } = useQuery(databaseImportQueries.list(project.ref))
  const [source, setSource] = useState<{ connectionString: string; check: SourceCheck }>()
  const running = imports?.find(({ status }) => status === 'running')
  return (
    <div className="relative mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Bring your database"
        description="Copies schemas of any PostgreSQL 12 to 18, once or until you switch over. An import that fails leaves nothing here."
      />
      {error && (
        <ErrorPanel
          title="Failed to load the imports"
          message={error.message}
          requestId={requestIdOf(error)}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {!imports && !error && <Skeleton className="h-40 w-full" />}
      {running && <RunningImport project={project} running={running} />}
      {/* It stays mounted while it uploads. */}
      {imports && (running === undefined || running.kind === 'file') && (
        <div hidden={running !== undefined}>
          <FileForm project={project} />
        </div>
      )}
      {imports && !running && (
        <>
          <SourceForm
            project={project}
            onChange={() => setSource(undefined)}
            onChecked={(connectionString, check) => setSource({ connectionString, check })}
          />
          {source && <SourceContents project={project} {...source} onStarted={() => setSource(undefined)} />}
        </>
      )}
      <p className="text-ink-muted text-sm">
        To move this database elsewhere,{' '}
        <TextLink render={<Link to="/project/$ref/database/settings" params={{ ref: project.ref }} />}>
          download it as SQL
        </TextLink>
        . Another project can import that file here.
      </p>
      {imports && <ImportList imports={imports.filter(({ status }) => status !== 'running')} />}
    </div>
  )
}
