import type { CreatedInvitation } from '@basalt/contract/members/members.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { InvitationLinks } from './InvitationLinks.tsx'
import { InviteForm } from './InviteForm.tsx'

export function InviteDialog({
  slug,
  roles,
  open,
  onOpenChange,
}: {
  slug: string
  /** The roles that the user may assign. */
  roles: readonly Role[]
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Invite members">
      <Steps slug={slug} roles={roles} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that closing it removes the links from memory. */
function Steps({ slug, roles, close }: { slug: string; roles: readonly Role[]; close: () => void }) {
  const [created, setCreated] = useState<readonly CreatedInvitation[]>()
  return created === undefined ? (
    <InviteForm slug={slug} roles={roles} onCreated={setCreated} close={close} />
  ) : (
    <InvitationLinks invitations={created} close={close} />
  )
}
