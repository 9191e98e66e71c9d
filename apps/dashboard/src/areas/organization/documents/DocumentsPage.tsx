import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { dataLocation } from './data-location.rules.ts'
import { documentQueries } from './documents.queries.ts'
import { ThirdPartyCard } from './ThirdPartyCard.tsx'

/** The legal documents of an organization: licences and data location. */
export function DocumentsPage({ slug, tabs }: { slug: string; tabs: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Organization settings" />
      {tabs}
      <Documents slug={slug} />
    </div>
  )
}

function Documents({ slug }: { slug: string }) {
  const documents = useQuery(documentQueries.of(slug))
  if (documents.isPending) return <Skeleton className="h-128 rounded-md" />
  if (documents.isError)
    return (
      <ErrorPanel
        title="Failed to load the documents"
        message={documents.error.message}
        requestId={requestIdOf(documents.error)}
        onRetry={documents.refetch}
        retrying={documents.isFetching}
      />
    )
  const { licence, third_party, data_location } = documents.data
  return (
    <>
      <Card title="Data location" description="According to the current configuration.">
        <dl className="flex flex-col gap-3 text-sm">
          {dataLocation(data_location).map(({ label, text }) => (
            <div key={label}>
              <dt className="font-medium">{label}</dt>
              <dd className="text-ink-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Licence of Basalt" description={licence.name}>
        <section
          aria-label="Licence text"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="h-60 overflow-auto rounded-md border border-line bg-field"
        >
          <pre className="whitespace-pre-wrap px-3 py-2 text-xs leading-5">{licence.text}</pre>
        </section>
      </Card>
      <ThirdPartyCard packages={third_party} />
    </>
  )
}
