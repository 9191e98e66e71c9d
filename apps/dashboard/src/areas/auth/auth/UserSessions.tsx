import { deviceName } from '@basalt/contract/access/device.rules.ts'
import type { AuthSession } from '@basalt/contract/auth/auth.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../ui/controls/Button.tsx'
import { When } from '../../../ui/text/When.tsx'
import { endUserSession } from './auth.queries.ts'

/** Where a user is signed in. */
export function UserSessions({
  projectRef,
  userId,
  sessions,
  refusal,
}: {
  projectRef: string
  userId: string
  sessions: readonly AuthSession[]
  refusal: string | undefined
}) {
  const end = useMutation(endUserSession(projectRef, userId))
  return (
    <section aria-labelledby="user-sessions" className="flex flex-col gap-2">
      <h3 id="user-sessions" className="font-semibold text-sm">
        Sessions
      </h3>
      {sessions.length === 0 ? (
        <p className="text-ink-muted text-sm">Not signed in anywhere.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {sessions.map(({ id, created_at, refreshed_at, user_agent, ip }) => (
            <li key={id} className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
              <span className="min-w-0">
                <span className="block truncate" title={user_agent ?? undefined}>
                  {user_agent === null ? 'Unknown client' : deviceName(user_agent)}
                </span>
                <span className="text-ink-muted text-xs">
                  {ip ?? 'Unknown address'}
                  {' · began '}
                  <When time={created_at} />
                  {refreshed_at !== null && (
                    <>
                      {' · renewed '}
                      <When time={refreshed_at} />
                    </>
                  )}
                </span>
              </span>
              <Button
                size="sm"
                reason={refusal}
                loading={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
