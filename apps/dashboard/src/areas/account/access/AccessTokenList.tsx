import { TOKEN_PREFIX } from '@basalt/contract/access/access.rules.ts'
import type { AccessToken } from '@basalt/contract/access/access.schema.ts'
import { dayOf, exactTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'

export function AccessTokenList({
  tokens,
  onRevoke,
}: {
  tokens: readonly AccessToken[]
  onRevoke: (token: AccessToken) => void
}) {
  return (
    <ul aria-label="Access tokens" className="divide-y divide-line rounded-md border border-line">
      {tokens.map((token) => (
        <li key={token.id} className="flex min-h-14 items-center gap-3 px-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
              <span className="wrap-anywhere">{token.name}</span>
              <Badge>{token.access === 'read' ? 'Read' : 'Read and write'}</Badge>
              {isExpired(token) && <Badge tone="warning">Expired</Badge>}
            </p>
            <p className="flex flex-wrap gap-x-3 text-ink-muted text-xs">
              <span>{scopeLabel(token)}</span>
              <code>{`${TOKEN_PREFIX}…${token.hint}`}</code>
              <span>
                Created <When time={token.created_at} />
              </span>
              {token.last_used_at ? (
                <span>
                  Last used <When time={token.last_used_at} />
                </span>
              ) : (
                <span>Never used</span>
              )}
              <Expiry time={token.expires_at} />
            </p>
          </div>
          <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}

const isExpired = ({ expires_at }: AccessToken) => expires_at !== null && Date.parse(expires_at) <= Date.now()

const scopeLabel = ({ organization_slug, project_ref }: AccessToken) =>
  project_ref
    ? `Project ${project_ref}`
    : organization_slug
      ? `Organization ${organization_slug}`
      : 'Everything you have access to'

function Expiry({ time }: { time: string | null }) {
  if (time === null) return <span>Never expires</span>
  if (Date.parse(time) <= Date.now())
    return (
      <span>
        Expired <When time={time} />
      </span>
    )
  // An absolute date, because a relative time in whole months could be a month off.
  return (
    <span>
      Expires{' '}
      <time dateTime={time} title={exactTime(new Date(time))}>
        {dayOf(time)}
      </time>
    </span>
  )
}
