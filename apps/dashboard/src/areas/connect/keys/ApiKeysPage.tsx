import { apiKeyTypes } from '@basalt/contract/keys/keys.rules.ts'
import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { ApiKeySection } from './ApiKeySection.tsx'
import type { KeyTab } from './key-tabs.rules.ts'
import { keyQueries } from './keys.queries.ts'
import { LegacyKeys } from './LegacyKeys.tsx'

const items = [
  { value: 'keys', label: 'Publishable and secret keys' },
  { value: 'legacy', label: 'Legacy anon, service_role keys' },
] as const

/** The API keys page of a project. */
export function ApiKeysPage({
  projectRef,
  tab,
  onTabChange,
}: {
  projectRef: string
  tab: KeyTab
  onTabChange: (tab: KeyTab) => void
}) {
  const url = `${location.origin}/p/${projectRef}`
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="API keys"
        description="Clients send a key in the apikey header of every request to this project."
      />
      <DescriptionList
        items={[{ label: 'Project URL', value: <code className="text-xs">{url}</code>, copy: url }]}
      />
      <Tabs label="Kinds of keys" items={items} value={tab} onValueChange={onTabChange}>
        <TabPanel value={tab} className="flex flex-col gap-6 pt-6">
          <Keys projectRef={projectRef} tab={tab} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

function Keys({ projectRef, tab }: { projectRef: string; tab: KeyTab }) {
  const keys = useQuery(keyQueries.list(projectRef))
  if (keys.isPending) return <TableSkeleton label="Loading keys" columns={3} rows={2} />
  if (keys.isError && !keys.data)
    return (
      <ErrorPanel
        title="Failed to load the keys"
        message={keys.error.message}
        requestId={requestIdOf(keys.error)}
        onRetry={keys.refetch}
        retrying={keys.isFetching}
      />
    )
  if (tab === 'legacy') return <LegacyKeys projectRef={projectRef} keys={keys.data.filter(isLegacy)} />
  return apiKeyTypes.map((type) => (
    <ApiKeySection
      key={type}
      projectRef={projectRef}
      type={type}
      keys={keys.data.filter((key) => key.type === type)}
    />
  ))
}

const isLegacy = ({ type }: ApiKey) => type === 'legacy'
