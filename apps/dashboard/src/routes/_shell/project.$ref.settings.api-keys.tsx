import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { titled } from '../../app/page-title.ts'
import { ApiKeysPage, keyTabs } from '../../features/keys/ApiKeysPage.tsx'

export const Route = createFileRoute('/_shell/project/$ref/settings/api-keys')({
  validateSearch: z.object({ tab: z.enum(keyTabs).optional().catch(undefined) }),
  // Nothing is asked for before the page is opened: each look at the keys is a line in the audit log.
  head: () => titled('API keys', 'Project settings'),
  component: ApiKeysRoute,
})

function ApiKeysRoute() {
  const { ref } = Route.useParams()
  const { tab = 'keys' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ApiKeysPage
      key={ref}
      projectRef={ref}
      tab={tab}
      onTabChange={(next) => navigate({ search: { tab: next === 'keys' ? undefined : next }, replace: true })}
    />
  )
}
