import type { Invitation, Member } from '@basalt/contract/members/members.schema.ts'
import { ArrowRightLeft, Ellipsis, KeyRound, LogOut, Send, Trash2, UserMinus } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { invitationReasons, memberReasons, type TeamSituation } from './team-actions.rules.ts'
import type { TeamRow } from './team-rows.rules.ts'

export type TeamAction =
  | { kind: 'change' | 'remove' | 'leave' | 'transfer'; member: Member }
  | { kind: 'renew' | 'revoke'; invitation: Invitation }

/** The actions of a team row; disabled ones have a reason. */
export function TeamRowMenu({
  row,
  situation,
  onAction,
}: {
  row: TeamRow
  situation: TeamSituation
  onAction: (action: TeamAction) => void
}) {
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${row.email}`} icon={Ellipsis} size="sm" />}>
      {row.kind === 'member' ? (
        <MemberItems member={row.member} situation={situation} onAction={onAction} />
      ) : (
        <InvitationItems invitation={row.invitation} situation={situation} onAction={onAction} />
      )}
    </Menu>
  )
}

interface ItemProps {
  situation: TeamSituation
  onAction: (action: TeamAction) => void
}

function MemberItems({ member, situation, onAction }: ItemProps & { member: Member }) {
  const reasons = memberReasons(member, situation)
  const isSelf = member.user_id === situation.userId
  return (
    <>
      <MenuItem icon={KeyRound} reason={reasons.change} onSelect={() => onAction({ kind: 'change', member })}>
        Manage access
      </MenuItem>
      {!isSelf && (
        <MenuItem
          icon={ArrowRightLeft}
          reason={reasons.transfer}
          onSelect={() => onAction({ kind: 'transfer', member })}
        >
          Transfer ownership
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={isSelf ? LogOut : UserMinus}
        destructive
        reason={reasons.remove}
        onSelect={() => onAction({ kind: isSelf ? 'leave' : 'remove', member })}
      >
        {isSelf ? 'Leave team' : 'Remove member'}
      </MenuItem>
    </>
  )
}

function InvitationItems({ invitation, situation, onAction }: ItemProps & { invitation: Invitation }) {
  const reasons = invitationReasons(invitation, situation)
  return (
    <>
      <MenuItem icon={Send} reason={reasons.renew} onSelect={() => onAction({ kind: 'renew', invitation })}>
        Send invitation again
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        destructive
        reason={reasons.revoke}
        onSelect={() => onAction({ kind: 'revoke', invitation })}
      >
        Revoke invitation
      </MenuItem>
    </>
  )
}
