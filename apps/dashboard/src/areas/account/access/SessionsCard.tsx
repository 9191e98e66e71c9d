import type { Session } from '@basalt/contract/access/access.schema.ts'
import { deviceName } from '@basalt/contract/access/device.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { accessQueries, endOtherSessions, endSession } from './access.queries.ts'
import { SessionList } from './SessionList.tsx'

/** The account's sessions, and buttons to end them. */
export function SessionsCard() {
  const sessions = useQuery(accessQueries.sessions())
  const [ending, setEnding] = useState<Session | 'others'>()
  const { mutateAsync: endOne } = useMutation(endSession)
  const { mutateAsync: endOthers } = useMutation(endOtherSessions)
  const [revokesTokens, setRevokesTokens] = useState(false)
  const isOne = ending !== undefined && ending !== 'others'
  const hasOthers = sessions.data?.some(({ is_current }) => !is_current) ?? false
  return (
    <Card
      title="Sessions"
      description="The browsers in which you are signed in."
      actions={
        <Button
          onClick={() => {
            setRevokesTokens(false)
            setEnding('others')
          }}
          reason={hasOthers ? undefined : 'You are not signed in anywhere else'}
        >
          Sign out everywhere else
        </Button>
      }
    >
      <Sessions sessions={sessions} onEnd={setEnding} />
      <ConfirmDialog
        open={ending !== undefined}
        onOpenChange={(open) => !open && setEnding(undefined)}
        title={isOne ? `Sign out ${deviceName(ending.user_agent)}` : 'Sign out everywhere else'}
        confirmLabel="Sign out"
        onConfirm={() =>
          isOne ? endOne(ending.id) : endOthers({ access_tokens: revokesTokens ? 'revoke' : 'keep' })
        }
      >
        {isOne ? (
          'That browser has to sign in again. Unsaved work there is lost.'
        ) : (
          <div className="space-y-3">
            <p>All your other browsers have to sign in again. Unsaved work there is lost.</p>
            <Checkbox
              label="Revoke all access tokens"
              description="Scripts and agents that use them lose access at once."
              checked={revokesTokens}
              onCheckedChange={setRevokesTokens}
            />
          </div>
        )}
      </ConfirmDialog>
    </Card>
  )
}

function Sessions({
  sessions,
  onEnd,
}: {
  sessions: ReturnType<typeof useQuery<Session[]>>
  onEnd: (session: Session) => void
}) {
  if (sessions.isPending)
    return (
      <div role="status" aria-label="Loading sessions">
        <Skeleton className="h-14 w-full" />
      </div>
    )
  if (sessions.isError)
    return (
      <ErrorPanel
        title="Failed to load sessions"
        message={sessions.error.message}
        requestId={requestIdOf(sessions.error)}
        onRetry={sessions.refetch}
        retrying={sessions.isFetching}
      />
    )
  return <SessionList sessions={sessions.data} onEnd={onEnd} />
}
