import type { PublicationDraft } from '@basalt/contract/database-objects/publications/publications.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { toast } from '../../../../ui/feedback/toast.ts'
import { PlannedChangeDialog } from '../PlannedChangeDialog.tsx'
import { publicationQueries } from './publications.queries.ts'

/** Asks whether to make one change of a publication as it is now, by a function of its draft. */
export function PublicationChangeDialog({
  projectRef: ref,
  id,
  title,
  confirmLabel,
  children,
  changed,
  onClose,
}: {
  projectRef: string
  id: number
  title: string
  confirmLabel: string
  children: React.ReactNode
  changed: (draft: PublicationDraft) => PublicationDraft
  onClose: () => void
}) {
  const found = useQuery({ ...publicationQueries.one(ref, id), staleTime: 0 })
  return (
    <PlannedChangeDialog
      projectRef={ref}
      title={title}
      confirmLabel={confirmLabel}
      change={
        found.data && {
          object: 'publication',
          action: 'edit',
          id,
          fingerprint: found.data.fingerprint,
          draft: changed(found.data.draft),
        }
      }
      problem={found.error}
      onDone={() => toast({ tone: 'success', title: `${found.data?.draft.name} saved` })}
      onClose={onClose}
    >
      {children}
    </PlannedChangeDialog>
  )
}
