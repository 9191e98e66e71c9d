import type {
  TableWebhookAttempt,
  TableWebhookDeliveryBody,
} from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, RotateCw } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { When } from '../../../ui/text/When.tsx'
import { DeliveryState } from '../../organization/integrations/DeliveryState.port.tsx'
import { resend, tableWebhookQueries } from './table-webhooks.queries.ts'

interface Props {
  projectRef: string
  webhookId: string
  deliveryId: string
  /** Why the caller may not send it again. */
  refusal: string | undefined
}

/** One event: its attempts, and what was sent. */
export function DeliveryDetail({ onBack, ...props }: Props & { onBack: () => void }) {
  return (
    <>
      <Button size="sm" variant="ghost" icon={ArrowLeft} className="-ml-2 self-start" onClick={onBack}>
        All events
      </Button>
      <Detail {...props} />
    </>
  )
}

function Detail({ projectRef, webhookId, deliveryId, refusal }: Props) {
  const delivery = useQuery(tableWebhookQueries.delivery(projectRef, webhookId, deliveryId))
  const { mutate: sendAgain, isPending } = useMutation(resend(projectRef, webhookId))
  if (delivery.isPending)
    return (
      <div role="status" aria-label="Loading the event">
        <Skeleton className="h-40 w-full" />
      </div>
    )
  if (delivery.isError)
    return (
      <ErrorPanel
        title="Failed to load the event"
        message={delivery.error.message}
        requestId={requestIdOf(delivery.error)}
        onRetry={delivery.refetch}
        retrying={delivery.isFetching}
      />
    )
  const { event, created_at, body, attempt_log } = delivery.data
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex flex-col gap-1">
          <h3 className="font-medium text-sm">
            <code>{event ?? 'Event'}</code>{' '}
            <When time={created_at} className="font-normal text-ink-muted text-xs" />
          </h3>
          <DeliveryState delivery={delivery.data} />
        </div>
        <Button
          size="sm"
          icon={RotateCw}
          loading={isPending}
          reason={refusal ?? (body === null ? 'The event was too large to keep' : undefined)}
          onClick={() => sendAgain(deliveryId)}
        >
          Send again
        </Button>
      </div>
      <section aria-label="Attempts" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Attempts</h3>
        {attempt_log.length === 0 ? (
          <p className="text-ink-muted text-sm">Not sent yet.</p>
        ) : (
          <ol className="divide-y divide-line rounded-md border border-line">
            {attempt_log.map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} />
            ))}
          </ol>
        )}
      </section>
      {body !== null && (
        <CodeBlock
          title="Body of the request"
          label="Body of the request"
          code={readable(delivery.data)}
          wrap
        />
      )}
    </>
  )
}

const Attempt = ({ attempt: { at, duration_ms, answer, response } }: { attempt: TableWebhookAttempt }) => (
  <li className="flex flex-col gap-1 px-3 py-2 text-sm">
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="wrap-anywhere">{answer}</span>
      <span className="ml-auto text-ink-muted text-xs tabular-nums">
        after {duration_ms.toLocaleString('en')} ms, <When time={at} />
      </span>
    </p>
    {response !== null && (
      <pre className="wrap-anywhere max-h-32 overflow-y-auto whitespace-pre-wrap rounded-sm bg-field px-2 py-1 text-ink-muted text-xs">
        {response}
      </pre>
    )}
  </li>
)

/** A body that was cut off, or has numbers that JavaScript would round, stays as it is. */
function readable({ body, bytes }: TableWebhookDeliveryBody): string {
  const text = body ?? ''
  if (new TextEncoder().encode(text).length < bytes) return `${text}…`
  if (/\d{16}/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Bodies are JSON; one that is not is shown as it was sent.
    return text
  }
}
