import type { OrganizationMfa } from '@basalt/contract/mfa/mfa.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { requireMfa } from './mfa.queries.ts'
import { enrolledText, lockoutText } from './requirement-text.rules.ts'

/** Whether the organization requires MFA, with the button that changes it. */
export function MfaRequirement({
  slug,
  requirement,
  isEnrolled,
}: {
  slug: string
  requirement: OrganizationMfa
  /** Whether the user has set up MFA. */
  isEnrolled: boolean
}) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync } = useMutation(requireMfa)
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.requireMfa, { slug }))
  const { required } = requirement
  const wouldLoseAccess = !required && !isEnrolled
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {required ? (
          <Badge tone="success" icon={ShieldCheck}>
            Required
          </Badge>
        ) : (
          <Badge>Not required</Badge>
        )}
        {enrolledText(requirement)}
      </p>
      <Button
        variant={required ? 'secondary' : 'primary'}
        onClick={() => setConfirming(true)}
        {...(refusal
          ? { reason: refusal }
          : wouldLoseAccess && {
              reason: 'Set it up for your own account first, or you will lose access',
              reasonLink: <TextLink render={<Link to="/account/security" />}>Go to your account</TextLink>,
            })}
      >
        {required ? 'Stop requiring it' : 'Require it'}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        tone={required ? 'danger' : 'primary'}
        title={
          required ? 'Stop requiring multi-factor authentication' : 'Require multi-factor authentication'
        }
        confirmLabel={required ? 'Stop requiring it' : 'Require it'}
        onConfirm={() => mutateAsync({ slug, required: !required })}
      >
        {required
          ? 'Members can then access this organization with their password alone.'
          : lockoutText(requirement)}
      </ConfirmDialog>
    </div>
  )
}
