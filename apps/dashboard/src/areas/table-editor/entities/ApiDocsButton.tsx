import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { dataApiSettingsQueries } from '../../connect/data-api-settings/data-api-settings.queries.ts'

const ApiDocsPanel = lazyLayer(
  async () => (await import('../../connect/api-docs/ApiDocsPanel.port.tsx')).ApiDocsPanel,
  ({ open }) => open,
)

/** Opens example calls for a table beside it. For a schema that the Data API does not reach, it says so. */
export function ApiDocsButton({
  projectRef,
  schema,
  name,
}: {
  projectRef: string
  schema: string
  name: string
}) {
  const { data: settings, error } = useQuery({ ...dataApiSettingsQueries.of(projectRef), retry: false })
  const [isOpen, setOpen] = useState(false)
  const refusal =
    settings && !settings.db_schemas.includes(schema)
      ? `The Data API does not reach the schema ${schema}.`
      : error?.message
  return (
    <>
      <IconButton
        size="sm"
        icon={BookOpen}
        label="API docs"
        loading={!settings && !error}
        onClick={() => setOpen(true)}
        {...(refusal !== undefined && { reason: refusal })}
      />
      <ApiDocsPanel
        key={`${schema}.${name}`}
        projectRef={projectRef}
        start={{ page: 'relation', schema, name }}
        open={isOpen}
        onOpenChange={setOpen}
      />
    </>
  )
}
