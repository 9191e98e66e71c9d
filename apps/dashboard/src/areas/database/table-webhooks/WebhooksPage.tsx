import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { PENDING_COUNT_MAX } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import type {
  TableWebhook,
  TableWebhookDelivery,
} from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Lock, Plus, PowerOff, Webhook } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ListStates } from '../../../api/ListStates.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { SqlConfirmDialog } from '../../../ui/dialog/SqlConfirmDialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { OneTimeSecret } from '../../../ui/form/OneTimeSecret.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { deliveryStatus } from '../../organization/integrations/delivery-status.port.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { UnsentNote } from '../../project/branches/UnsentNote.port.tsx'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import {
  removeTableWebhook,
  switchTableWebhook,
  tableWebhookQueries,
  tryTableWebhook,
} from './table-webhooks.queries.ts'
import { WebhookFormSheet } from './WebhookFormSheet.tsx'
import { type WebhookAction, WebhookMenu } from './WebhookMenu.tsx'
import { WebhookSheet } from './WebhookSheet.tsx'
import { dropSql, switchSql } from './webhook-form.schema.ts'
import { targetText } from './webhook-target.rules.ts'
import type { WebhooksSearch } from './webhooks-url.rules.ts'

/** The webhooks that receive the changes of a project's tables. */
export function WebhooksPage({ project, search }: { project: Project; search: WebhooksSearch }) {
  const { ref, organization_slug: slug, status } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.readWithSql, { slug, ref }))
  const changeRefusal = useChangeRefusal(needs.runAnySql, { slug, ref })
  const navigate = useNavigate()
  const go = (change: WebhooksSearch, replace = false) =>
    void navigate({ to: '.', search: change, replace, resetScroll: false })
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      onClick={() => go({ panel: 'new' })}
      reason={refusal ?? changeRefusal ?? (can('query', status) ? undefined : 'The database is not running')}
    >
      New webhook
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Webhooks"
        description="Sends inserted, updated and deleted rows to an address or a function, in order and with retries."
        actions={create}
      />
      {refusal === undefined && <UnsentNote projectRef={ref} slug={slug} />}
      {refusal !== undefined ? (
        <EmptyState icon={Lock} title="You don’t have access to the webhooks">
          {refusal}
        </EmptyState>
      ) : can('query', status) ? (
        <Webhooks projectRef={ref} search={search} refusal={changeRefusal} create={create} onGo={go} />
      ) : (
        <EmptyState icon={PowerOff} title="The database is not running">
          {statusLabels[status]}. Its webhooks are listed while it runs.
        </EmptyState>
      )}
    </div>
  )
}

interface Props {
  projectRef: string
  search: WebhooksSearch
  /** Why the caller may not change webhooks. */
  refusal: string | undefined
  create: ReactNode
  onGo: (search: WebhooksSearch, replace?: boolean) => void
}

function Webhooks({ projectRef: ref, search, refusal, create, onGo }: Props) {
  const webhooks = useQuery(tableWebhookQueries.list(ref))
  const [secret, setSecret] = useState<string>()
  /** The webhook that is about to be paused or resumed, over its sheet or the list. */
  const [switched, setSwitched] = useState<TableWebhook>()
  const { mutate: sendTest } = useMutation(tryTableWebhook(ref))
  const { mutateAsync: toggle } = useMutation(switchTableWebhook(ref))
  const { mutateAsync: remove } = useMutation(removeTableWebhook(ref))
  const close = () => onGo({}, true)
  const open = webhooks.data?.find(({ id }) => id === search.id)
  const act = (kind: WebhookAction, webhook: TableWebhook) => {
    if (kind === 'test') sendTest(webhook)
    else if (kind === 'switch') setSwitched(webhook)
    else onGo({ panel: kind, id: webhook.id })
  }
  return (
    <>
      <ListStates
        list={webhooks}
        failure="Failed to load webhooks"
        skeleton={<TableSkeleton label="Loading webhooks" columns={5} rows={4} />}
        rowsOf={(data) => data}
        empty={
          <EmptyState icon={Webhook} title="No webhooks yet" action={refusal === undefined && create}>
            A webhook tells your own program, or a function of the database, about each changed row of a
            table.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            label="Webhooks"
            columns={columnsOf(refusal, act)}
            rows={rows}
            rowKey={({ id }) => id}
            isSelected={({ id }) => id === search.id}
          />
        )}
      </ListStates>
      {(search.panel === 'new' || (open && search.panel === 'duplicate')) && refusal === undefined && (
        <WebhookFormSheet
          key={search.id ?? 'new'}
          projectRef={ref}
          webhook={undefined}
          like={search.panel === 'duplicate' ? open : undefined}
          onClose={close}
          onCreated={(created) => {
            setSecret(created.secret)
            onGo({ panel: 'view', id: created.id }, true)
          }}
        />
      )}
      {open && search.panel === 'edit' && refusal === undefined && (
        <WebhookFormSheet
          key={open.id}
          projectRef={ref}
          webhook={open}
          onClose={() => onGo({ panel: 'view', id: open.id }, true)}
        />
      )}
      {open && search.panel === 'view' && secret === undefined && (
        <WebhookSheet
          projectRef={ref}
          webhook={open}
          search={search}
          refusal={refusal}
          onSearchChange={(change) => onGo({ panel: 'view', id: open.id, ...change }, true)}
          onAction={(kind) => act(kind, open)}
          onClose={close}
        />
      )}
      {switched && refusal === undefined && (
        <SqlConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setSwitched(undefined)}
          title={`${switched.is_enabled ? 'Pause' : 'Resume'} ${switched.name}?`}
          confirmLabel={`${switched.is_enabled ? 'Pause' : 'Resume'} webhook`}
          tone="primary"
          statements={switchSql(switched)}
          onConfirm={() => toggle(switched)}
        >
          <p>
            {switched.is_enabled
              ? 'Changes are not recorded while it is paused. Events that were recorded before wait.'
              : 'Changes are recorded again, and events that wait are sent.'}
          </p>
        </SqlConfirmDialog>
      )}
      <SqlConfirmDialog
        open={open !== undefined && search.panel === 'delete' && refusal === undefined}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={`Delete ${open?.name ?? 'webhook'}`}
        confirmLabel="Delete webhook"
        statements={open && dropSql(open)}
        onConfirm={() => open && remove(open.id)}
      >
        <p>Its trigger, its log and the events that wait are deleted. Nothing more is sent.</p>
      </SqlConfirmDialog>
      <Dialog
        open={secret !== undefined}
        onOpenChange={(isOpen) => !isOpen && setSecret(undefined)}
        title="Webhook created"
      >
        {secret !== undefined && (
          <OneTimeSecret
            title="Copy the signing secret now"
            secrets={{ 'Signing secret': secret }}
            close={() => setSecret(undefined)}
          >
            Your program verifies requests with it, by any Standard Webhooks library.
          </OneTimeSecret>
        )}
      </Dialog>
    </>
  )
}

const columnsOf = (
  refusal: string | undefined,
  onAction: (kind: WebhookAction, webhook: TableWebhook) => void,
): TableColumn<TableWebhook>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name, is_enabled, table }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
        <TextLink
          tone="quiet"
          className="wrap-anywhere font-medium text-ink! hover:underline"
          render={<Link to="." search={{ panel: 'view', id }} resetScroll={false} />}
        >
          {name}
        </TextLink>
        {table === null ? (
          <Badge tone="critical">Table dropped</Badge>
        ) : (
          !is_enabled && <Badge tone="warning">Paused</Badge>
        )}
      </span>
    ),
  },
  {
    key: 'table',
    header: 'Table',
    wideOnly: true,
    cell: ({ table, events }) =>
      table && (
        <span className="flex flex-col py-1.5">
          <span className="wrap-anywhere">
            {table.schema}.{table.name}
          </span>
          <span className="text-ink-muted text-xs">{eventsText(events)}</span>
        </span>
      ),
  },
  {
    key: 'origin',
    header: 'Sends to',
    wideOnly: true,
    cell: ({ origin }) => (
      <code className="block max-w-56 truncate text-xs" title={targetText(origin)}>
        {targetText(origin)}
      </code>
    ),
  },
  {
    key: 'last',
    header: 'Last event',
    width: '8rem',
    cell: ({ last_delivery: last }) => (last ? <LastEvent delivery={last} /> : '–'),
  },
  {
    key: 'pending',
    header: 'Waiting',
    width: '10rem',
    wideOnly: true,
    cell: ({ pending, pending_since }) =>
      pending === 0 ? (
        '0'
      ) : (
        <span className="tabular-nums">
          {pending === PENDING_COUNT_MAX ? `${PENDING_COUNT_MAX.toLocaleString('en')}+` : pending}
          <span className="text-ink-muted text-xs">
            {' since '}
            <When time={pending_since} />
          </span>
        </span>
      ),
  },
  {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    width: '3rem',
    align: 'end',
    cell: (webhook) => (
      <WebhookMenu webhook={webhook} refusal={refusal} onAction={(kind) => onAction(kind, webhook)} />
    ),
  },
]

function LastEvent({ delivery }: { delivery: TableWebhookDelivery }) {
  const { label, tone } = deliveryStatus(delivery)
  return (
    <StatusDot tone={tone} busy={delivery.outcome === 'pending'}>
      {label}
    </StatusDot>
  )
}

const eventsText = (events: readonly string[]) => events.map((event) => event.toLowerCase()).join(', ')
