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

/** Opens example calls for a table beside it. Only for schemas that the Data API reaches. */
export function ApiDocsButton({
  projectRef,
  schema,
  name,
}: {
  projectRef: string
  schema: string
  name: string
}) {
  const { data: settings } = useQuery({ ...dataApiSettingsQueries.of(projectRef), retry: false })
  const [isOpen, setOpen] = useState(false)
  if (!settings?.db_schemas.includes(schema)) return null
  return (
    <>
      <IconButton size="sm" icon={BookOpen} label="API docs" onClick={() => setOpen(true)} />
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
