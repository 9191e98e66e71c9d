import type { AvailableExtension } from '@basalt/contract/database-objects/extensions/extensions.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { PlannedChangeDialog } from '../PlannedChangeDialog.tsx'
import { updateOf } from './extension-list.rules.ts'
import { extensionQueries } from './extensions.queries.ts'

/** Updates an enabled extension to its default version; nothing if it has that version. */
export function UpdateButton({
  projectRef: ref,
  extension,
  refusal,
}: {
  projectRef: string
  extension: AvailableExtension
  refusal: string | undefined
}) {
  const [isAsking, setAsking] = useState(false)
  const { id, name } = extension
  const version = updateOf(extension)
  if (id === null || version === undefined) return null
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)} {...(refusal !== undefined && { reason: refusal })}>
        {`Update to ${version}`}
      </Button>
      {isAsking && (
        <UpdateDialog
          projectRef={ref}
          id={id}
          name={name}
          version={version}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function UpdateDialog({
  projectRef: ref,
  id,
  name,
  version,
  onClose,
}: {
  projectRef: string
  id: number
  name: string
  version: string
  onClose: () => void
}) {
  const found = useQuery({ ...extensionQueries.one(ref, id), staleTime: 0 })
  return (
    <PlannedChangeDialog
      projectRef={ref}
      title={`Update ${name} to ${version}?`}
      confirmLabel="Update extension"
      change={
        found.data && {
          object: 'extension',
          action: 'edit',
          id,
          fingerprint: found.data.fingerprint,
          draft: { ...found.data.draft, version },
        }
      }
      problem={found.error}
      onDone={() => toast({ tone: 'success', title: `${name} updated to ${version}` })}
      onClose={onClose}
    >
      <p>Its functions and types are replaced by those of the new version. There is no way back.</p>
    </PlannedChangeDialog>
  )
}
