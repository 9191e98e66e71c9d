import type { OpenInvitation } from '@basalt/contract/members/members.schema.ts'
import { roles } from '@basalt/contract/permissions/roles.rules.ts'

/** Who offers what to whom. */
export function OfferWords({
  offer: { invited_by, email, role_id, project_names },
}: {
  offer: OpenInvitation
}) {
  const role = roles[role_id]
  return (
    <>
      <p className="wrap-anywhere">
        {invited_by ?? 'Somebody'} invited {email} as <strong>{role.name}</strong>
        {project_names ? ` on ${project_names.join(', ')}.` : '.'}
      </p>
      <p className="text-ink-muted text-sm">{role.description}</p>
    </>
  )
}
