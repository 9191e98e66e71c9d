import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'

/** The external integrations of an organization. */
export function IntegrationsPage({ slug }: { slug: string }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Integrations" />
      <WebhooksCard slug={slug} />
    </div>
  )
}
