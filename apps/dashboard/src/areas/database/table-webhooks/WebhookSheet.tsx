import type { TableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { createWebhookTrigger } from '@basalt/sql/webhook-trigger.ts'
import { Link } from '@tanstack/react-router'
import { CirclePause, CirclePlay, Pencil, Send } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toastFloor } from '../../../ui/feedback/toast-floor.ts'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import type { WebhookAction } from './WebhookMenu.tsx'
import { targetText } from './webhook-target.rules.ts'
import type { WebhooksSearch } from './webhooks-url.rules.ts'

/** A webhook with its log, or one delivery of it. */
export function WebhookSheet({
  projectRef,
  webhook,
  search: { outcome, period, delivery },
  refusal,
  onSearchChange,
  onAction,
  onClose,
}: {
  projectRef: string
  webhook: TableWebhook
  search: WebhooksSearch
  /** Why the caller may not change webhooks. */
  refusal: string | undefined
  onSearchChange: (search: Pick<WebhooksSearch, 'outcome' | 'period' | 'delivery'>) => void
  onAction: (kind: WebhookAction) => void
  onClose: () => void
}) {
  const { id, name, is_enabled, table } = webhook
  const filter = { outcome, period }
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<span className="wrap-anywhere">{name}</span>}
      description={table ? `Changes of ${table.schema}.${table.name}` : 'Its table or trigger was dropped'}
      size="xl"
    >
      <SheetBody className="gap-5">
        {delivery !== undefined ? (
          <DeliveryDetail
            projectRef={projectRef}
            webhookId={id}
            deliveryId={delivery}
            refusal={refusal}
            onBack={() => onSearchChange(filter)}
          />
        ) : (
          <>
            {table === null && (
              <Callout tone="warning" title="Nothing is sent any more">
                Create a webhook for another table, and delete this one.
              </Callout>
            )}
            {table !== null && !is_enabled && (
              <Callout tone="warning" title="Paused">
                Changes are not recorded. Events that were recorded before wait until it is resumed.
              </Callout>
            )}
            <Facts projectRef={projectRef} webhook={webhook} />
            <DeliveryLog
              projectRef={projectRef}
              webhookId={id}
              filter={filter}
              refusal={refusal}
              onFilterChange={onSearchChange}
              onOpen={(next) => onSearchChange({ ...filter, delivery: next })}
            />
          </>
        )}
      </SheetBody>
      <div ref={toastFloor}>
        <DialogFooter>
          <Button icon={Send} reason={refusal} onClick={() => onAction('test')}>
            Send test event
          </Button>
          <Button
            icon={is_enabled ? CirclePause : CirclePlay}
            reason={refusal ?? (table === null ? 'Its table or trigger was dropped' : undefined)}
            onClick={() => onAction('switch')}
          >
            {is_enabled ? 'Pause' : 'Resume'}
          </Button>
          <Button icon={Pencil} reason={refusal} onClick={() => onAction('edit')}>
            Edit
          </Button>
        </DialogFooter>
      </div>
    </Sheet>
  )
}

function Facts({ projectRef: ref, webhook }: { projectRef: string; webhook: TableWebhook }) {
  const { id, name, table, events, origin, header_names, timeout_seconds } = webhook
  return (
    <>
      <DescriptionList
        items={[
          ...(table
            ? [
                {
                  label: 'Table',
                  value: (
                    <TextLink
                      className="wrap-anywhere"
                      render={
                        <Link
                          to="/project/$ref/editor/$tableId"
                          params={{ ref, tableId: String(table.id) }}
                          search={{ schema: table.schema }}
                        />
                      }
                    >
                      {table.schema}.{table.name}
                    </TextLink>
                  ),
                },
                { label: 'Events', value: events.join(', ') },
              ]
            : []),
          { label: 'Sends to', value: <code className="wrap-anywhere text-xs">{targetText(origin)}</code> },
          ...(header_names.length === 0 ? [] : [{ label: 'Headers', value: header_names.join(', ') }]),
          { label: 'Response time', value: `At most ${timeout_seconds} s` },
        ]}
      />
      {table && (
        <Disclosure summary="SQL of the trigger">
          <CodeBlock
            label="SQL of the trigger"
            code={`${createWebhookTrigger({ id, name, events, schema: table.schema, table: table.name })};`}
            wrap
          />
        </Disclosure>
      )}
    </>
  )
}
