import { INVITATION_DAYS } from '@basalt/contract/members/members.rules.ts'
import type { CreatedInvitation } from '@basalt/contract/members/members.schema.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { useHoldDialog } from '../../../ui/dialog/dialog-hold.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { mailFailures } from './mail-failures.rules.ts'

/** The invitation links to share, which are also mailed if the installation sends email. */
export function InvitationLinks({
  invitations,
  close,
}: {
  invitations: readonly CreatedInvitation[]
  close: () => void
}) {
  const failures = mailFailures(invitations)
  const isMailed = invitations.every(({ mailed }) => mailed)
  useHoldDialog(!isMailed)
  return (
    <>
      <DialogBody>
        {isMailed ? <MailedNote /> : <CopyNote invitations={invitations} />}
        {failures.map(({ reason, emails }) => (
          <Callout key={reason} tone="critical" role="alert" title={`Email to ${emails.join(', ')} failed`}>
            <span className="wrap-anywhere">{reason}</span> The invitation is valid: share the link, or send
            it again later.
          </Callout>
        ))}
        {invitations.map(({ id, email, link }) => (
          <CodeBlock key={id} code={link} title={email} label={`Link for ${email}`} wrap />
        ))}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}

const LIMITS = `It works once, for that address, within ${INVITATION_DAYS} days.`

const MailedNote = () => (
  <Callout tone="success" role="status" title="Sent by email">
    If the email does not arrive, share the link below, which is displayed only once. {LIMITS}
  </Callout>
)

function CopyNote({ invitations }: { invitations: readonly CreatedInvitation[] }) {
  const isOff = invitations.every(({ mailed, mail_failure }) => !mailed && mail_failure === null)
  return (
    <Callout
      tone="warning"
      role="status"
      title={invitations.length === 1 ? 'Copy the link now' : 'Copy the links now'}
    >
      {invitations.length === 1 ? 'It' : 'Each'} is displayed only once{isOff && ' and not emailed'}: send it
      to the address above it. {LIMITS}
    </Callout>
  )
}
