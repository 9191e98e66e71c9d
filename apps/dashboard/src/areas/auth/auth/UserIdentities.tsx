import type { AuthIdentity } from '@basalt/contract/auth/auth.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { BreakableName } from '../../../ui/text/BreakableName.tsx'
import { removeIdentity } from './auth.queries.ts'
import { SignInWay } from './SignInWay.tsx'
import { providerName } from './user-columns.tsx'

/** What a user keeps without an identity that is not an account elsewhere. */
const consequences: Record<string, string> = {
  email: 'The password is deleted. The address stays with the user.',
  phone: 'The number stays with the user.',
}

/** The accounts and addresses that a user signs in with. */
export function UserIdentities({
  projectRef,
  userId,
  identities,
  refusal,
}: {
  projectRef: string
  userId: string
  identities: readonly AuthIdentity[]
  refusal: string | undefined
}) {
  const { mutateAsync: remove } = useMutation(removeIdentity(projectRef, userId))
  const [removing, setRemoving] = useState<AuthIdentity>()
  const reason = refusal ?? (identities.length === 1 ? 'A user keeps at least one identity' : undefined)
  return (
    <section aria-labelledby="user-identities" className="flex flex-col gap-2">
      <h3 id="user-identities" className="font-semibold text-sm">
        Identities
      </h3>
      {identities.length === 0 ? (
        <p className="text-ink-muted text-sm">None.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {identities.map((identity) => (
            <SignInWay
              key={identity.id}
              title={
                <>
                  {providerName(identity.provider)}
                  {' · '}
                  <BreakableName name={identity.account} />
                </>
              }
              name={providerName(identity.provider)}
              addedAt={identity.created_at}
              usedAt={identity.last_sign_in_at}
              reason={reason}
              onRemove={() => setRemoving(identity)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoving(undefined)}
        title={removing && `Remove ${providerName(removing.provider)}`}
        confirmLabel="Remove identity"
        onConfirm={() => remove(removing!.id)}
      >
        {(removing && consequences[removing.provider]) ?? 'The user can no longer sign in with it.'} Sessions
        that are open stay open.
      </ConfirmDialog>
    </section>
  )
}
