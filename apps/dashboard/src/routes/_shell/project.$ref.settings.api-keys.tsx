import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { ApiKeysPage } from '../../areas/connect/keys/ApiKeysPage.tsx'
import { keyTabs } from '../../areas/connect/keys/key-tabs.rules.ts'
import { oneOf, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/api-keys')({
  validateSearch: searchOf({ tab: oneOf(keyTabs) }),
  // Nothing is preloaded: every read of the keys is recorded in the audit log.
  head: () => titleHead('API keys', 'Project settings'),
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
