import type { ApiContents } from '@basalt/contract/api-docs/api-docs.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { cx } from '../../../lib/class-names.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { Authentication } from './Authentication.tsx'
import { apiDocsQueries } from './api-docs.queries.ts'
import { DocSkeleton } from './DocSkeleton.tsx'
import { DocsMenu, type RenderEntry } from './DocsMenu.tsx'
import { DocsToolbar } from './DocsToolbar.tsx'
import type { DocPlace } from './doc-place.rules.ts'
import { FunctionDocs } from './FunctionDocs.tsx'
import { Introduction } from './Introduction.tsx'
import { RelationDocs } from './RelationDocs.tsx'
import { TypesPage } from './TypesPage.tsx'
import { type Snippets, useSnippets } from './use-snippets.ts'

/** The documentation of a project's API, generated from its database. Fills its container. */
export function ApiDocs({
  projectRef,
  place,
  title,
  renderEntry,
  onPlaceChange,
}: {
  projectRef: string
  place: DocPlace
  /** The heading, unless the container has one. */
  title?: ReactNode
  renderEntry: RenderEntry
  onPlaceChange: (place: DocPlace) => void
}) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(projectRef))
  const isRunning = can('query', project.status)
  const contents = useQuery({
    ...apiDocsQueries.contents(projectRef, place.schema),
    enabled: isRunning,
    // Keeps the list when navigating from the introduction to one of its items.
    placeholderData: (known) =>
      known && [undefined, known.schema].includes(place.schema) ? known : undefined,
  })
  const snippets = useSnippets(project)
  const [isMenuOpen, setMenuOpen] = useState(false)
  if (!isRunning)
    return (
      <div className="mx-auto w-full max-w-3xl px-4 py-10">
        {title}
        <EmptyState icon={CirclePause} title={statusLabels[project.status]}>
          The documentation is generated from the database. It appears once the database of this project is
          running again.
        </EmptyState>
      </div>
    )
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <DocsToolbar
        title={title}
        snippets={snippets}
        isMenuOpen={isMenuOpen}
        onMenuToggle={() => setMenuOpen(!isMenuOpen)}
      />
      <div className="flex min-h-0 flex-1">
        <div
          className={cx(
            'flex min-h-0 @3xl:w-60 @3xl:border-line @3xl:border-r',
            isMenuOpen ? '@max-3xl:flex-1' : '@max-3xl:hidden',
          )}
        >
          <DocsMenu
            contents={contents.data}
            place={place}
            renderEntry={renderEntry}
            onChosen={() => setMenuOpen(false)}
            onSchemaChange={(schema) => onPlaceChange({ page: 'introduction', schema })}
          />
        </div>
        <div
          // Resets the scroll position for another page.
          key={JSON.stringify(place)}
          className={cx('min-w-0 flex-1 overflow-y-auto', isMenuOpen && '@max-3xl:hidden')}
        >
          <article className="mx-auto flex w-full max-w-3xl flex-col gap-7 px-4 py-6 sm:px-6">
            {contents.isError && !contents.data ? (
              <ErrorPanel
                title="Failed to load the API's contents"
                message={contents.error.message}
                requestId={requestIdOf(contents.error)}
                onRetry={contents.refetch}
                retrying={contents.isFetching}
              />
            ) : (
              <DocContent
                projectRef={projectRef}
                place={place}
                contents={contents.data}
                snippets={snippets}
              />
            )}
          </article>
        </div>
      </div>
    </div>
  )
}

/** The page at a place. */
function DocContent({
  projectRef,
  place,
  contents,
  snippets,
}: {
  projectRef: string
  place: DocPlace
  /** Undefined while it loads. */
  contents: ApiContents | undefined
  snippets: Snippets
}) {
  const page = { projectRef, snippets }
  if ('name' in place) {
    // Calls name the schema unless it is the default one.
    if (!contents) return <DocSkeleton />
    const { page: kind, schema, name } = place
    const described = { ...page, schema, name, defaultSchema: contents.schemas[0] }
    return kind === 'relation' ? <RelationDocs {...described} /> : <FunctionDocs {...described} />
  }
  if (place.page === 'introduction')
    return <Introduction {...page} isEmpty={contents !== undefined && isEmpty(contents)} />
  return place.page === 'authentication' ? <Authentication {...page} /> : <TypesPage {...page} />
}

const isEmpty = ({ tables, views, functions }: ApiContents) =>
  tables.length + views.length + functions.length === 0
