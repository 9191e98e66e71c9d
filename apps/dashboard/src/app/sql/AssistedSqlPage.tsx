import { usePrefetchQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { aiQueries } from '../../features/ai/ai.queries.ts'
import { organizationQueries } from '../../features/organizations/organizations.queries.ts'
import type { AssistedEditor } from '../../features/query/editor/SqlEditor.tsx'
import { SqlPage } from '../../features/query/SqlPage.tsx'
import { useNewReplicaLink } from './use-new-replica-link.tsx'

const AiEdit = lazy(async () => ({ default: (await import('../../features/ai/edit/AiEdit.tsx')).AiEdit }))

/** The SQL editor, in which lines can be had written. */
export function AssistedSqlPage(props: Omit<ComponentProps<typeof SqlPage>, 'onAssist' | 'newReplicaLink'>) {
  const [assisted, setAssisted] = useState<AssistedEditor>()
  const newReplicaLink = useNewReplicaLink(props.project.ref)
  // So that what opens is at once what it stays.
  usePrefetchQuery(aiQueries.keyCheck())
  usePrefetchQuery(organizationQueries.detail(props.project.organization_slug))
  return (
    <>
      <SqlPage {...props} newReplicaLink={newReplicaLink} onAssist={setAssisted} />
      {assisted && (
        <Suspense>
          <AiEdit editor={assisted} project={props.project} onClose={() => setAssisted(undefined)} />
        </Suspense>
      )}
    </>
  )
}
