import { MERGE_COMMENT_MAX } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  MergeChanges,
  MergeEvent,
  MergeRequestDetails,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { reviewRequest } from './merge-requests.queries.ts'
import { eventWords } from './merge-words.rules.ts'
import { Reviewers } from './Reviewers.tsx'

/** What happened to the request, and what a reviewer can say and do. */
export function HistoryCard({
  projectRef,
  request,
  changes,
  refusal,
  approvalRefusal,
}: {
  projectRef: string
  request: MergeRequestDetails
  /** What is approved; undefined until it has been compared. */
  changes: MergeChanges | undefined
  refusal: string | undefined
  approvalRefusal: string | undefined
}) {
  const [text, setText] = useState('')
  const review = useMutation(reviewRequest(projectRef, request.id))
  const act = (kind: 'commented' | 'closed' | 'reopened') =>
    review.mutate({ kind, text }, { onSuccess: () => setText('') })
  const { status, revision, events } = request
  /** Of what is on the page. */
  const approve = ({ content }: MergeChanges) =>
    review.mutate({ kind: 'approved', text, revision, content }, { onSuccess: () => setText('') })
  const isApproved = changes ? changes.is_approved : request.is_approved
  const reason = (why: string | undefined) => (why === undefined ? {} : { reason: why })
  return (
    <Card
      title="Review"
      {...(status === 'open' && {
        actions: isApproved ? <Badge tone="success">Approved</Badge> : <Badge>Not approved</Badge>,
      })}
      footer={
        <form
          aria-label="Review"
          className="flex w-full flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            act('commented')
          }}
        >
          <TextArea
            aria-label="Comment"
            placeholder="Leave a comment"
            rows={2}
            maxLength={MERGE_COMMENT_MAX}
            value={text}
            onValueChange={setText}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              loading={review.isPending}
              {...reason(refusal ?? (text.trim() === '' ? 'Write a comment first' : undefined))}
            >
              Comment
            </Button>
            {status === 'open' && (
              <>
                <Button
                  {...reason(
                    refusal ??
                      approvalRefusal ??
                      (isApproved ? 'It is approved' : undefined) ??
                      (changes ? undefined : 'It can be approved once both sides have been compared'),
                  )}
                  onClick={() => changes && approve(changes)}
                >
                  Approve
                </Button>
                <Button variant="ghost" {...reason(refusal)} onClick={() => act('closed')}>
                  Close without merging
                </Button>
              </>
            )}
            {status === 'closed' && request.branch_ref !== null && (
              <Button {...reason(refusal)} onClick={() => act('reopened')}>
                Reopen
              </Button>
            )}
          </div>
        </form>
      }
    >
      <Reviewers projectRef={projectRef} request={request} refusal={refusal} />
      <ol aria-label="History" className="flex flex-col gap-2.5 pt-3">
        {events.map((event) => (
          <EventItem key={event.id} event={event} />
        ))}
      </ol>
    </Card>
  )
}

const EventItem = ({ event: { kind, made_by, text, at } }: { event: MergeEvent }) => (
  <li className="text-sm">
    <p className="wrap-anywhere">
      {made_by !== null && <span className="font-medium">{made_by}</span>} {eventWords[kind]}
      {kind === 'rehearsed' && text === 'passed' && ' passed'}
      <span className="text-ink-muted text-xs">
        {' '}
        <When time={at} />
      </span>
    </p>
    {text !== null && text !== 'passed' && (
      <p className="wrap-anywhere mt-0.5 whitespace-pre-wrap text-ink-muted">{text}</p>
    )}
  </li>
)
