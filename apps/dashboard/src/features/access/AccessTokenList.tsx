import { TOKEN_PREFIX } from '@basalt/contract/access/access.rules.ts'
import type { AccessToken } from '@basalt/contract/access/access.schema.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { Button } from '../../ui/controls/Button.tsx'

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
            <p className="wrap-anywhere font-medium text-sm">{token.name}</p>
            <p className="flex flex-wrap gap-x-3 text-ink-muted text-xs">
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

function When({ time }: { time: string }) {
  const date = new Date(time)
  return (
    <time dateTime={time} title={date.toLocaleString()}>
      {relativeTime(date)}
    </time>
  )
}
