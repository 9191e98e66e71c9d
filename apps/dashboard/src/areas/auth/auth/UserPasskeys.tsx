import type { AuthUserDetail } from '@basalt/contract/auth/auth.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { When } from '../../../ui/text/When.tsx'
import { removePasskey } from './auth.queries.ts'

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
          <li key={id} className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
            <span className="min-w-0">
              <span className="wrap-anywhere block">{friendly_name ?? 'Passkey'}</span>
              <span className="text-ink-muted text-xs">
                {'Added '}
                <When time={created_at} />
                {' · used '}
                <When time={last_used_at} never="never" />
              </span>
            </span>
            <Button
              size="sm"
              reason={refusal}
              aria-label={`Remove ${friendly_name ?? 'passkey'}`}
              onClick={() => setRemoving(id)}
            >
              Remove
            </Button>
          </li>
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
