import type { GuideId } from '@basalt/contract/documentation/documentation.rules.ts'
import type { Guide } from '@basalt/contract/documentation/documentation.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { documentationQueries } from './documentation.queries.ts'
import { guideLink } from './guide-link.rules.ts'

/** A guide of the product, served by this installation. */
export function GuidePage({ id, breadcrumb }: { id: GuideId; breadcrumb: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-8 sm:px-6">
      {breadcrumb}
      <GuideContent id={id} />
    </div>
  )
}

function GuideContent({ id }: { id: GuideId }) {
  const guides = useQuery(documentationQueries.guides())
  if (guides.isPending) return <Skeleton className="h-96 rounded-md" />
  if (guides.isError)
    return (
      <ErrorPanel
        title="Failed to load the guides"
        message={guides.error.message}
        requestId={requestIdOf(guides.error)}
        onRetry={guides.refetch}
        retrying={guides.isFetching}
      />
    )
  const guide = guides.data.find((one) => one.id === id)
  if (!guide)
    return (
      <EmptyState icon={BookOpen} title="This guide is missing">
        Its file is not in this installation. Restore it and reload this page.
      </EmptyState>
    )
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-[11rem_minmax(0,1fr)]">
      <GuideNavigation guides={guides.data} />
      <article className="flex min-w-0 flex-col gap-5">
        <PageHeader title={guide.title} />
        <Markdown text={guide.text} linkOf={linkOf} headingIds />
        <ScrollToHash key={id} />
      </article>
    </div>
  )
}

/** The guide has loaded after the browser looked for the part that the address names. */
function ScrollToHash() {
  useEffect(() => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [])
  return null
}

function linkOf(url: string) {
  const link = guideLink(url)
  if (link?.kind === 'guide') return <Link to="/docs/$guide" params={{ guide: link.id }} />
  // biome-ignore lint/a11y/useAnchorContent: the link's text is inserted
  return link && <a href={link.url} target="_blank" rel="noreferrer" />
}

function GuideNavigation({ guides }: { guides: readonly Guide[] }) {
  return (
    <nav aria-label="Guides">
      <ul className="flex flex-col gap-0.5 max-md:flex-row max-md:flex-wrap">
        {guides.map(({ id, title }) => (
          <li key={id}>
            <Link
              to="/docs/$guide"
              params={{ guide: id }}
              className="flex h-8 items-center rounded-md px-2 text-ink-muted text-sm transition-colors hover:bg-surface-2 hover:text-ink aria-[current=page]:bg-surface-3 aria-[current=page]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
