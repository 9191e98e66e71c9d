import type { Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { DeliveriesSheet } from './DeliveriesSheet.tsx'
import {
  changeWebhook,
  integrationQueries,
  removeWebhook,
  switchWebhook,
  tryWebhook,
} from './integrations.queries.ts'
import { NewWebhookDialog } from './NewWebhookDialog.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookList } from './WebhookList.tsx'
import type { WebhookAction } from './WebhookMenu.tsx'

/** The webhooks that receive an organization's notifications. */
export function WebhooksCard({ slug }: { slug: string }) {
  const { data: reason } = useQuery(permissionQueries.refusal(needs.changeIntegrations, { slug }))
  const [isAdding, setAdding] = useState(false)
  const [action, setAction] = useState<WebhookAction>()
  const { mutate: sendTest } = useMutation(tryWebhook(slug))
  const { mutate: toggle } = useMutation(switchWebhook(slug))
  const { mutateAsync: remove } = useMutation(removeWebhook(slug))
  const add = (
    <Button icon={Plus} reason={reason} onClick={() => setAdding(true)}>
      New webhook
    </Button>
  )
  const act = (requested: WebhookAction) => {
    if (requested.kind === 'test') sendTest(requested.webhook)
    else if (requested.kind === 'switch') toggle(requested.webhook)
    else setAction(requested)
  }
  const close = () => setAction(undefined)
  return (
    <Card
      title="Webhooks"
      description="Send this organization's notifications to a chat or your own program."
      actions={add}
    >
      <Webhooks slug={slug} reason={reason} onAction={act} />
      <NewWebhookDialog slug={slug} open={isAdding} onOpenChange={setAdding} />
      {action?.kind === 'edit' && <EditWebhookDialog slug={slug} webhook={action.webhook} close={close} />}
      {action?.kind === 'deliveries' && (
        <DeliveriesSheet slug={slug} webhook={action.webhook} close={close} />
      )}
      <ConfirmDialog
        open={action?.kind === 'delete'}
        onOpenChange={(open) => !open && close()}
        title={`Delete ${action?.webhook.name ?? 'webhook'}`}
        confirmLabel="Delete webhook"
        onConfirm={() => action && remove(action.webhook.id)}
      >
        Nothing more is sent there, and pending deliveries are discarded. Its delivery history is deleted.
      </ConfirmDialog>
    </Card>
  )
}

function Webhooks({
  slug,
  reason,
  onAction,
}: {
  slug: string
  reason: string | undefined
  onAction: (action: WebhookAction) => void
}) {
  const webhooks = useQuery(integrationQueries.webhooks(slug))
  if (webhooks.isPending) return <Skeleton className="h-24 rounded-md" />
  if (webhooks.isError)
    return (
      <ErrorPanel
        title="Failed to load the webhooks"
        message={webhooks.error.message}
        requestId={requestIdOf(webhooks.error)}
        onRetry={webhooks.refetch}
        retrying={webhooks.isFetching}
      />
    )
  if (webhooks.data.length === 0)
    return (
      <EmptyState icon={WebhookIcon} title="No webhooks yet">
        A webhook notifies your team’s chat or your own program when a database stops or a limit is exceeded.
      </EmptyState>
    )
  return <WebhookList webhooks={webhooks.data} reason={reason} onAction={onAction} />
}

function EditWebhookDialog({ slug, webhook, close }: { slug: string; webhook: Webhook; close: () => void }) {
  const { mutateAsync: change } = useMutation(changeWebhook(slug, webhook.id))
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={`Edit ${webhook.name}`}>
      <WebhookForm
        webhook={webhook}
        submitLabel="Save webhook"
        close={close}
        onSubmit={async (values) => {
          await change(values)
          close()
        }}
      />
    </Dialog>
  )
}
