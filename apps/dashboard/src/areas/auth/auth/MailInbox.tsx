import type { AuthMail } from '@basalt/contract/auth/auth.schema.ts'
import { MAIL_KEPT_HOURS } from '@basalt/contract/auth/auth-limits.rules.ts'
import type { MailWay, MessageWay } from '@basalt/contract/auth/mail-ways.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Inbox, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ListStates } from '../../../api/ListStates.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { authQueries, emptyInbox } from './auth.queries.ts'
import { MailPreview } from './MailPreview.tsx'
import { templateNames } from './template-names.rules.ts'

const KEPT = `Kept for ${MAIL_KEPT_HOURS / 24} days.`
const mailTexts: Record<MailWay, string> = {
  hook: 'Mail goes to the hook Send mail, so its text is not shown here.',
  project: 'Mail goes to the mail server of this project, so its text is not shown here.',
  installation: 'Mail goes to the mail server of the installation, so its text is not shown here.',
  inbox: `Mail stays here until a mail server is set up. ${KEPT}`,
}
const messageTexts: Record<MessageWay, string> = {
  hook: 'Text messages go to the hook Send text messages.',
  service: 'Text messages go to their service.',
  inbox: 'Text messages stay here until a service is set up.',
}

/** The newest mails to users. Without a mail server they can be read here. */
export function MailInbox({ projectRef: ref }: { projectRef: string }) {
  const inbox = useQuery(authQueries.mails(ref))
  const [openId, setOpenId] = useState<string>()
  const [isEmptying, setEmptying] = useState(false)
  const { mutateAsync: empty } = useMutation(emptyInbox(ref))
  const open = inbox.data?.mails.find(({ id }) => id === openId)
  return (
    <div className="flex flex-col gap-3">
      {inbox.data && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-muted text-sm">
            {`${mailTexts[inbox.data.mail_goes_to]} ${messageTexts[inbox.data.messages_go_to]}`}
          </p>
          {inbox.data.mails.length > 0 && (
            <Button size="sm" icon={Trash2} onClick={() => setEmptying(true)}>
              Empty
            </Button>
          )}
        </div>
      )}
      <ListStates
        list={inbox}
        failure="Failed to load the mail"
        skeleton={<TableSkeleton label="Loading mail" columns={4} rows={4} />}
        rowsOf={({ mails }) => mails}
        empty={
          <EmptyState icon={Inbox} title="No mail yet">
            Confirmations, invitations and links appear here as soon as they are written.
          </EmptyState>
        }
      >
        {(mails) => (
          <Table label="Mail" columns={columnsOf(setOpenId)} rows={mails} rowKey={({ id }) => id} />
        )}
      </ListStates>
      {open && (
        <Sheet
          open
          onOpenChange={(isOpen) => !isOpen && setOpenId(undefined)}
          title={open.subject}
          description={`To ${open.recipient}`}
          size="lg"
        >
          <SheetBody className="gap-3">
            <p className="text-ink-muted text-sm">
              {templateNames[open.kind]}, <When time={open.created_at} />
            </p>
            {open.html !== null && (
              <MailPreview
                html={open.html}
                title={`${open.kind === 'sms' ? 'Message' : 'Mail'} to ${open.recipient}`}
              />
            )}
            {open.failure !== null && <p className="text-critical-ink text-sm">{open.failure}</p>}
          </SheetBody>
        </Sheet>
      )}
      <ConfirmDialog
        open={isEmptying}
        onOpenChange={setEmptying}
        title="Empty the inbox"
        confirmLabel="Delete all mail"
        onConfirm={() => empty()}
      >
        Links and codes in it stay valid. Mail that has not been sent yet is not sent.
      </ConfirmDialog>
    </div>
  )
}

const columnsOf = (onOpen: (id: string) => void): TableColumn<AuthMail>[] => [
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ id, subject, recipient }) => (
      <span className="flex flex-col py-1.5">
        <button
          type="button"
          className="wrap-anywhere w-fit rounded-sm text-left font-medium hover:underline"
          onClick={() => onOpen(id)}
        >
          {subject}
        </button>
        <span className="wrap-anywhere text-ink-muted text-xs">{recipient}</span>
      </span>
    ),
  },
  { key: 'kind', header: 'Kind', width: '11rem', wideOnly: true, cell: ({ kind }) => templateNames[kind] },
  { key: 'state', header: 'State', width: '8rem', cell: (mail) => <MailState mail={mail} /> },
  {
    key: 'created',
    header: 'Written',
    width: '9rem',
    wideOnly: true,
    cell: ({ created_at }) => <When time={created_at} />,
  },
]

function MailState({ mail: { sent_at, failure, html } }: { mail: AuthMail }) {
  if (sent_at !== null) return <Badge tone="success">Sent</Badge>
  if (failure !== null) return <Badge tone="critical">Failed</Badge>
  return html === null ? <Badge tone="warning">Waiting</Badge> : <Badge>In inbox</Badge>
}
