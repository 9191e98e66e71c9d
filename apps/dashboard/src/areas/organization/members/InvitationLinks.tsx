import { INVITATION_DAYS } from '@basalt/contract/members/members.rules.ts'
import type { CreatedInvitation } from '@basalt/contract/members/members.schema.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { useHoldDialog } from '../../../ui/dialog/dialog-hold.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { mailFailures } from './mail-failures.rules.ts'

/** The links to hand over, which are mailed as well where the installation sends mail. */
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
        {failures.map(({ why, emails }) => (
          <Callout key={why} tone="critical" role="alert" title={`Not mailed to ${emails.join(', ')}`}>
            <span className="wrap-anywhere">{why}</span> The invitation stands: hand over the link, or send it
            again later.
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
  <Callout tone="success" role="status" title="On its way by mail">
    Should the mail not arrive, hand over the link below: it is shown only once. {LIMITS}
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
      {invitations.length === 1 ? 'It' : 'Each'} is shown only once{isOff && ' and nothing is mailed'}: send
      it to the address it stands under. {LIMITS}
    </Callout>
  )
}
