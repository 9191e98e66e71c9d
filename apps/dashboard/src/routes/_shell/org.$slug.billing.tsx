import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { BillingPage } from '../../features/billing/BillingPage.tsx'
import { offers } from '../../features/installation/offers.rules.ts'

export const Route = createFileRoute('/_shell/org/$slug/billing')({
  beforeLoad: ({ context }) => {
    if (!offers(context.config, 'billing:all')) throw notFound()
  },
  head: () => titled('Billing'),
  component: BillingRoute,
})

function BillingRoute() {
  const { slug } = Route.useParams()
  return <BillingPage key={slug} slug={slug} />
}
