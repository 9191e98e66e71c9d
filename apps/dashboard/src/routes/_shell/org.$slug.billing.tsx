import { createFileRoute, notFound } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'
import { BillingPage } from '../../areas/organization/billing/BillingPage.tsx'

export const Route = createFileRoute('/_shell/org/$slug/billing')({
  beforeLoad: ({ context }) => {
    if (!offers(context.config, 'billing:all')) throw notFound()
  },
  head: () => titleHead('Billing'),
  component: BillingRoute,
})

function BillingRoute() {
  const { slug } = Route.useParams()
  return <BillingPage key={slug} slug={slug} />
}
