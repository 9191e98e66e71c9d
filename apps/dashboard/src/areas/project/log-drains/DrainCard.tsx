import { logDrainTitles } from '@basalt/contract/log-drains/log-drains.rules.ts'
import type { LogDrain } from '@basalt/contract/log-drains/log-drains.schema.ts'
import { logTitles } from '@basalt/contract/logs/log-limits.rules.ts'
import { CirclePause, CirclePlay, Ellipsis, Pencil, Send, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { When } from '../../../ui/text/When.tsx'
import { drainState, missingEvents } from './drain-state.rules.ts'

export type DrainAction = 'edit' | 'switch' | 'delete'

/** A log drain: where it sends to, how far it has come, and what is wrong. */
export function DrainCard({
  drain,
  refusal,
  isTesting,
  onTest,
  onAction,
}: {
  drain: LogDrain
  /** Why the caller may not change drains. */
  refusal: string | undefined
  isTesting: boolean
  onTest: () => void
  onAction: (action: DrainAction) => void
}) {
  const { name, kind, receiver, sources, is_paused, failure } = drain
  const { label, tone, busy = false } = drainState(drain)
  const missing = missingEvents(drain)
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{name}</span>
          <StatusDot tone={tone} busy={busy}>
            {label}
          </StatusDot>
        </span>
      }
      description={
        <span className="wrap-anywhere">
          {logDrainTitles[kind]} to <code className="text-xs">{receiver}</code> ·{' '}
          {sources.map((source) => logTitles[source]).join(', ')}
        </span>
      }
      actions={
        <>
          <Button icon={Send} loading={isTesting} reason={refusal} onClick={onTest}>
            Send test event
          </Button>
          <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} />}>
            <MenuItem icon={Pencil} reason={refusal} onSelect={() => onAction('edit')}>
              Edit
            </MenuItem>
            <MenuItem
              icon={is_paused ? CirclePlay : CirclePause}
              reason={refusal}
              onSelect={() => onAction('switch')}
            >
              {is_paused ? 'Resume' : 'Pause'}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} destructive reason={refusal} onSelect={() => onAction('delete')}>
              Delete
            </MenuItem>
          </Menu>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
          <Fact label="Sent">{drain.delivered.toLocaleString('en')}</Fact>
          <Fact label="Waiting">
            {drain.waiting === null ? 'Not counted' : drain.waiting.toLocaleString('en')}
            {drain.waiting_since !== null && (
              <span className="text-ink-muted text-xs">
                {' since '}
                <When time={drain.waiting_since} />
              </span>
            )}
          </Fact>
          <Fact label="Last confirmed">
            <When time={drain.last_delivery_at} never="Never" />
          </Fact>
        </dl>
        {failure && (
          <Callout
            tone="critical"
            title={
              <>
                Failing since <When time={failure.since} />
              </>
            }
          >
            {failure.message}. Tried {failure.attempts.toLocaleString('en')}{' '}
            {failure.attempts === 1 ? 'time' : 'times'}
            {!is_paused && (
              <>
                , next <When time={failure.next_attempt_at} />
              </>
            )}
            . Events wait as long as the logs keep them.
          </Callout>
        )}
        {missing.length > 0 && <Callout tone="warning">{missing.join(' ')}</Callout>}
      </div>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  )
}
