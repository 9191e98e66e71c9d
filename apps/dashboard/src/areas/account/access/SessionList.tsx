import type { Session } from '@basalt/contract/access/access.schema.ts'
import { deviceName, isHandheld } from '@basalt/contract/access/device.rules.ts'
import { Monitor, Smartphone } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'

export function SessionList({
  sessions,
  onEnd,
}: {
  sessions: readonly Session[]
  onEnd: (session: Session) => void
}) {
  return (
    <ul aria-label="Sessions" className="divide-y divide-line rounded-md border border-line">
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} onEnd={() => onEnd(session)} />
      ))}
    </ul>
  )
}

function SessionRow({
  session: { user_agent, address, created_at, last_used_at, is_current },
  onEnd,
}: {
  session: Session
  onEnd: () => void
}) {
  const DeviceIcon = isHandheld(user_agent) ? Smartphone : Monitor
  const name = deviceName(user_agent)
  return (
    <li className="flex min-h-14 items-center gap-3 px-3 py-2">
      <DeviceIcon className="size-4.5 shrink-0 text-ink-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
          <span title={user_agent}>{name}</span>
          {is_current && <Badge tone="brand">This browser</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-ink-muted text-xs">
          <code>{address}</code>
          <span>
            Signed in <When time={created_at} />
          </span>
          <span>
            Last used <When time={last_used_at} />
          </span>
        </p>
      </div>
      {!is_current && (
        <Button size="sm" aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
