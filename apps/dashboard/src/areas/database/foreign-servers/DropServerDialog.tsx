import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { dropServerIn, foreignServerQueries } from './foreign-servers.queries.ts'

/** Asks before a server goes, and lists what goes with it. */
export function DropServerDialog({
  projectRef: ref,
  server: { name, mappings },
  onClose,
}: {
  projectRef: string
  server: ForeignServer
  onClose: () => void
}) {
  const { data, error } = useQuery(foreignServerQueries.dependents(ref, name))
  const { mutateAsync } = useMutation(dropServerIn(ref))
  const [cascade, setCascade] = useState(false)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Drop the server ${name}?`}
      confirmLabel="Drop server"
      onConfirm={() => mutateAsync({ name, cascade })}
    >
      <div className="flex flex-col gap-3">
        <p>
          {mappings.length === 1 ? 'Its login goes' : `Its ${mappings.length} logins go`} with it. Nothing
          changes at the other server.
        </p>
        {error ? (
          <Callout tone="critical">{error.message}</Callout>
        ) : !data ? (
          <Skeleton className="h-10 w-full" />
        ) : (
          data.dependents.length > 0 && (
            <>
              <p>These use it:</p>
              <ul className="max-h-40 list-disc overflow-y-auto pl-5">
                {data.dependents.map((text) => (
                  <li key={text} className="wrap-anywhere">
                    {text}
                  </li>
                ))}
              </ul>
              <Checkbox
                label="Drop them as well"
                description="Otherwise PostgreSQL refuses to drop the server."
                checked={cascade}
                onCheckedChange={setCascade}
              />
            </>
          )
        )}
      </div>
    </ConfirmDialog>
  )
}
