import { deviceName } from '@basalt/contract/access/device.rules.ts'
import type { AuthSession, AuthUserDetail } from '@basalt/contract/auth/auth.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Ban, KeyRound, Mail, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { BreakableName } from '../../../ui/text/BreakableName.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { When } from '../../../ui/text/When.tsx'
import { ActAsMenu } from './ActAsMenu.tsx'
import {
  authQueries,
  banAuthUser,
  endUserSession,
  mailMagicLink,
  mailRecovery,
  removeAuthUsers,
  removeFactors,
  removePasskey,
} from './auth.queries.ts'
import { UserActivity } from './UserActivity.tsx'
import { nameOf, UserState } from './UserState.tsx'

/** How long a ban from this page lasts. */
const BAN_HOURS = 24 * 365 * 10

interface Props {
  projectRef: string
  id: string
  /** Why the caller may not change users. */
  refusal: string | undefined
  onClose: () => void
}

/** A user with sessions, and what can be done about them. */
export function UserSheet({ projectRef, id, refusal, onClose }: Props) {
  const user = useQuery(authQueries.user(projectRef, id))
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        <span className="wrap-anywhere">
          <BreakableName name={user.data ? nameOf(user.data) : 'User'} />
        </span>
      }
      description={
        user.data && user.data.display_name !== nameOf(user.data) ? user.data.display_name : undefined
      }
      size="lg"
    >
      {user.data ? (
        <Detail projectRef={projectRef} user={user.data} refusal={refusal} onClose={onClose} />
      ) : (
        <SheetBody>
          {user.isError ? (
            <ErrorPanel
              title="Failed to load the user"
              message={user.error.message}
              requestId={requestIdOf(user.error)}
              onRetry={() => void user.refetch()}
              retrying={user.isFetching}
            />
          ) : (
            <Skeleton className="h-64 w-full" />
          )}
        </SheetBody>
      )}
    </Sheet>
  )
}

/** What a factor without a name of its own is called. */
const factorNames: Record<string, string> = {
  totp: 'Authenticator app',
  phone: 'Phone',
  webauthn: 'Security key',
  recovery_code: 'Recovery codes',
}

type Question = 'ban' | 'delete' | 'factors'

function Detail({
  projectRef: ref,
  user,
  refusal,
  onClose,
}: {
  projectRef: string
  user: AuthUserDetail
  refusal: string | undefined
  onClose: () => void
}) {
  const { id, email } = user
  const [question, setQuestion] = useState<Question>()
  const ban = useMutation(banAuthUser(ref))
  const { mutateAsync: remove } = useMutation(removeAuthUsers(ref))
  const { mutateAsync: removeAllFactors } = useMutation(removeFactors(ref))
  const link = useMutation(mailMagicLink(ref))
  const recovery = useMutation(mailRecovery(ref))
  const mailReason = refusal ?? (email === null ? 'This user has no email address' : undefined)
  const isBanned = user.banned_until !== null
  return (
    <>
      <SheetBody className="gap-5">
        <DescriptionList
          items={[
            { label: 'State', value: <UserState user={user} /> },
            { label: 'User ID', value: <code className="text-xs">{id}</code>, copy: id },
            ...(email === null
              ? []
              : [{ label: 'Email', value: <BreakableName name={email} />, copy: email }]),
            ...(user.phone === null ? [] : [{ label: 'Phone', value: user.phone, copy: user.phone }]),
            { label: 'Created', value: <When time={user.created_at} /> },
            ...(email === null && user.phone === null
              ? []
              : [{ label: 'Confirmed', value: <When time={user.confirmed_at} never="Not yet" /> }]),
            { label: 'Last sign-in', value: <When time={user.last_sign_in_at} never="Never" /> },
            ...(isBanned ? [{ label: 'Banned until', value: <When time={user.banned_until} /> }] : []),
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={KeyRound}
            reason={mailReason}
            loading={recovery.isPending}
            onClick={() => recovery.mutate(email ?? '')}
          >
            Reset password
          </Button>
          <Button
            icon={Mail}
            reason={mailReason}
            loading={link.isPending}
            onClick={() => link.mutate(email ?? '')}
          >
            Send link
          </Button>
          {isBanned ? (
            <Button
              icon={Ban}
              reason={refusal}
              loading={ban.isPending}
              onClick={() => ban.mutate({ id, ban_hours: 0 })}
            >
              End ban
            </Button>
          ) : (
            <Button icon={Ban} reason={refusal} onClick={() => setQuestion('ban')}>
              Ban
            </Button>
          )}
          <ActAsMenu projectRef={ref} user={user} refusal={refusal} />
          <Button variant="danger" icon={Trash2} reason={refusal} onClick={() => setQuestion('delete')}>
            Delete
          </Button>
        </div>
        <Sessions projectRef={ref} userId={id} sessions={user.sessions} refusal={refusal} />
        {user.factors.length > 0 && (
          <section aria-labelledby="user-factors" className="flex flex-col items-start gap-2">
            <h3 id="user-factors" className="font-semibold text-sm">
              Second factors
            </h3>
            <ul className="w-full divide-y divide-line rounded-md border border-line">
              {user.factors.map((factor) => (
                <li key={factor.id} className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
                  <span className="wrap-anywhere">
                    {factor.friendly_name || factorNames[factor.factor_type] || factor.factor_type}
                  </span>
                  {factor.status === 'verified' ? (
                    <Badge tone="success">Verified</Badge>
                  ) : (
                    <Badge tone="warning">Not verified yet</Badge>
                  )}
                </li>
              ))}
            </ul>
            <Button size="sm" reason={refusal} onClick={() => setQuestion('factors')}>
              Remove second factors
            </Button>
          </section>
        )}
        <Passkeys projectRef={ref} userId={id} passkeys={user.passkeys} refusal={refusal} />
        <UserActivity projectRef={ref} userId={id} />
        <Disclosure summary="Raw JSON">
          <CodeBlock label="User as JSON" code={JSON.stringify(user.raw, null, 2)} />
        </Disclosure>
      </SheetBody>
      <ConfirmDialog
        open={question === 'ban'}
        onOpenChange={(isOpen) => !isOpen && setQuestion(undefined)}
        title={`Ban ${nameOf(user)}`}
        confirmLabel="Ban user"
        onConfirm={() => ban.mutateAsync({ id, ban_hours: BAN_HOURS })}
      >
        The user can no longer sign in, and all sessions end. An access token that was issued before stays
        valid for the Data API until it expires. You can end the ban at any time.
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'factors'}
        onOpenChange={(isOpen) => !isOpen && setQuestion(undefined)}
        title={`Remove the second factors of ${nameOf(user)}`}
        confirmLabel="Remove second factors"
        onConfirm={() => removeAllFactors(id)}
      >
        The user can sign in without a code. Do this only when you know that it is the user who asks.
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'delete'}
        onOpenChange={(isOpen) => !isOpen && setQuestion(undefined)}
        title={`Delete ${nameOf(user)}`}
        confirmLabel="Delete user"
        onConfirm={async () => {
          await remove([id])
          onClose()
        }}
      >
        The account cannot be restored. Rows of other tables that refer to it are deleted or kept as their
        foreign keys say.
      </ConfirmDialog>
    </>
  )
}

function Passkeys({
  projectRef,
  userId,
  passkeys,
  refusal,
}: {
  projectRef: string
  userId: string
  passkeys: AuthUserDetail['passkeys']
  refusal: string | undefined
}) {
  const { mutateAsync: remove } = useMutation(removePasskey(projectRef, userId))
  const [removing, setRemoving] = useState<string>()
  if (passkeys.length === 0) return null
  return (
    <section aria-labelledby="user-passkeys" className="flex flex-col gap-2">
      <h3 id="user-passkeys" className="font-semibold text-sm">
        Passkeys
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {passkeys.map(({ id, friendly_name, created_at, last_used_at }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
            <span className="min-w-0">
              <span className="wrap-anywhere block">{friendly_name ?? 'Passkey'}</span>
              <span className="text-ink-muted text-xs">
                {'Added '}
                <When time={created_at} />
                {' · used '}
                <When time={last_used_at} never="never" />
              </span>
            </span>
            <Button
              size="sm"
              reason={refusal}
              aria-label={`Remove ${friendly_name ?? 'passkey'}`}
              onClick={() => setRemoving(id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoving(undefined)}
        title="Remove the passkey"
        confirmLabel="Remove passkey"
        onConfirm={() => remove(removing!)}
      >
        The user can no longer sign in with it. Sessions that began with it stay open.
      </ConfirmDialog>
    </section>
  )
}

function Sessions({
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
