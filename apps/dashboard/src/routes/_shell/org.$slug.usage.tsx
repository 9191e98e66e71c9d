import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { titled } from '../../app/page-title.ts'
import { UsagePage } from '../../features/usage/UsagePage.tsx'
import { usagePeriods } from '../../features/usage/usage-range.rules.ts'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

export const Route = createFileRoute('/_shell/org/$slug/usage')({
  validateSearch: z.object({
    period: optional(z.enum(usagePeriods)),
    start: optional(z.iso.date()),
    end: optional(z.iso.date()),
    projectRef: optional(z.string()),
  }),
  head: () => titled('Usage'),
  component: UsageRoute,
})

function UsageRoute() {
  const { slug } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <UsagePage
      key={slug}
      slug={slug}
      search={Route.useSearch()}
      onSearchChange={(search) => navigate({ search, replace: true })}
    />
  )
}
