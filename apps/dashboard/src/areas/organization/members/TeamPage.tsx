import { assignableRoles } from '@basalt/contract/members/members.rules.ts'
import type { CreatedInvitation } from '@basalt/contract/members/members.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { roleIds } from '@basalt/contract/permissions/roles.rules.ts'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { InvitationLinks } from './InvitationLinks.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { renewInvitation } from './members.queries.ts'
import { TeamConfirmations } from './TeamConfirmations.tsx'
import { TeamList } from './TeamList.tsx'
import type { TeamAction } from './TeamRowMenu.tsx'

/** The members and invitations of an organization with their roles. `search` is stored in the URL. */
export function TeamPage({
  slug,
  userId,
  search,
  onSearchChange,
}: {
  slug: string
  userId: string
  search: string
  onSearchChange: (search: string) => void
}) {
  const place = { slug }
  const { data: organization } = useSuspenseQuery(organizationQueries.detail(slug))
  const { data: inviteRefusal } = useQuery(permissionQueries.refusal(needs.inviteMembers, place))
  const { data: ownerRefusal } = useQuery(permissionQueries.refusal(needs.decideOwners, place))
  const [isInviting, setInviting] = useState(false)
  const [action, setAction] = useState<TeamAction>()
  const [renewed, setRenewed] = useState<readonly CreatedInvitation[]>()
  const renew = useMutation(renewInvitation(slug))
  const roles = assignableRoles(roleIds, ownerRefusal === undefined)
  const member = action?.kind === 'change' ? action.member : undefined

  const act = (requested: TeamAction) => {
    if (requested.kind === 'renew')
      renew.mutate(requested.invitation, { onSuccess: (invitation) => setRenewed([invitation]) })
    else setAction(requested)
  }
  const close = () => setAction(undefined)
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-6">
      <PageHeader
        title="Team"
        actions={
          <Button variant="primary" icon={UserPlus} reason={inviteRefusal} onClick={() => setInviting(true)}>
            Invite members
          </Button>
        }
      />
      <TeamList slug={slug} userId={userId} search={search} onSearchChange={onSearchChange} onAction={act} />
      <InviteDialog slug={slug} roles={roles} open={isInviting} onOpenChange={setInviting} />
      {member && (
        <AccessDialog
          slug={slug}
          member={member}
          roles={roles}
          open
          onOpenChange={(open) => !open && close()}
        />
      )}
      <TeamConfirmations slug={slug} name={organization.name} action={action} close={close} />
      <Dialog
        open={renewed !== undefined}
        onOpenChange={(open) => !open && setRenewed(undefined)}
        title="New invitation link"
      >
        <InvitationLinks invitations={renewed ?? []} close={() => setRenewed(undefined)} />
      </Dialog>
    </div>
  )
}
