import type { AuthUserDetail } from '@basalt/contract/auth/auth.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { removePasskey } from './auth.queries.ts'
import { SignInWay } from './SignInWay.tsx'

/** The passkeys of a user who has some. */
export function UserPasskeys({
  projectRef,
  userId,
  passkeys,
  refusal,
}: {
  projectRef: string
  userId: string
  passkeys: AuthUserDetail['passkeys']
  refusal: string | undefined
}) {
  const { mutateAsync: remove } = useMutation(removePasskey(projectRef, userId))
  const [removing, setRemoving] = useState<string>()
  if (passkeys.length === 0) return null
  return (
    <section aria-labelledby="user-passkeys" className="flex flex-col gap-2">
      <h3 id="user-passkeys" className="font-semibold text-sm">
        Passkeys
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {passkeys.map(({ id, friendly_name, created_at, last_used_at }) => (
          <SignInWay
            key={id}
            title={friendly_name ?? 'Passkey'}
            name={friendly_name ?? 'passkey'}
            addedAt={created_at}
            usedAt={last_used_at}
            reason={refusal}
            onRemove={() => setRemoving(id)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoving(undefined)}
        title="Remove the passkey"
        confirmLabel="Remove passkey"
        onConfirm={() => remove(removing!)}
      >
        The user can no longer sign in with it. Sessions that began with it stay open.
      </ConfirmDialog>
    </section>
  )
}
