import { FEEDBACK_MAX, PAGE_PATH } from '@basalt/contract/feedback/feedback.rules.ts'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { sendFeedback } from './feedback.queries.ts'

/** The form for an idea. The draft is kept when the panel is closed. */
export function IdeaForm({
  draft,
  onDraft,
  page,
  onSent,
}: {
  draft: string
  onDraft: (text: string) => void
  /** The path of the open page, which is sent along. */
  page: string
  onSent: () => void
}) {
  const send = useMutation(sendFeedback)
  const message = draft.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message === '' || send.isPending) return
    send.mutate(
      { message, ...(PAGE_PATH.test(page) && { page }) },
      {
        onSuccess: () => {
          onDraft('')
          onSent()
          toast({ tone: 'success', title: 'Idea sent to the owner of this installation' })
        },
      },
    )
  }
  return (
    <form onSubmit={submit} aria-label="Share an idea" className="flex flex-col gap-3">
      <TextArea
        autoFocus
        aria-label="Your idea"
        placeholder="What would make your work easier?"
        rows={5}
        maxLength={FEEDBACK_MAX}
        value={draft}
        onValueChange={onDraft}
      />
      <p className="text-ink-muted text-xs">
        The owner of this installation gets it as a notification, with your email address and the current
        page. It is not sent anywhere else.
      </p>
      {send.isError && (
        <Callout tone="critical" role="alert">
          {send.error.message}
        </Callout>
      )}
      <Button
        type="submit"
        variant="primary"
        loading={send.isPending}
        reason={message === '' ? 'Write your idea first' : undefined}
        className="self-end"
      >
        Share idea
      </Button>
    </form>
  )
}
