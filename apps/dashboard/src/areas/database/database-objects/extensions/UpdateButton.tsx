import type { AvailableExtension } from '@basalt/contract/database-objects/extensions/extensions.schema.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../../ui/controls/Button.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { useRunObjectChange } from '../objects.queries.ts'
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
  const { id, name } = extension
  const version = updateOf(extension)
  const client = useQueryClient()
  const run = useRunObjectChange(ref)
  const update = useMutation({
    mutationFn: async (oid: number) => {
      const { fingerprint, draft } = await client.fetchQuery({
        ...extensionQueries.one(ref, oid),
        staleTime: 0,
      })
      return run({
        object: 'extension',
        action: 'edit',
        id: oid,
        fingerprint,
        draft: { ...draft, version: version ?? null },
      })
    },
    onSuccess: () => toast({ tone: 'success', title: `${name} updated to ${version}` }),
    meta: { errorTitle: `Failed to update ${name}` },
  })
  if (id === null || version === undefined) return null
  return (
    <Button
      size="sm"
      loading={update.isPending}
      onClick={() => update.mutate(id)}
      {...(refusal !== undefined && { reason: refusal })}
    >
      {`Update to ${version}`}
    </Button>
  )
}
