import type { AuthUserDetail } from '@basalt/contract/auth/auth.schema.ts'
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
  mailMagicLink,
  mailRecovery,
  removeAuthUser,
  removeFactors,
} from './auth.queries.ts'
import { BanDialog } from './BanDialog.tsx'
import { UserActivity } from './UserActivity.tsx'
import { UserIdentities } from './UserIdentities.tsx'
import { UserPasskeys } from './UserPasskeys.tsx'
import { UserSessions } from './UserSessions.tsx'
import { nameOf, UserState } from './UserState.tsx'

interface Props {
  projectRef: string
  id: string
  /** Why the caller may not change users. */
  refusal: string | undefined
  onClose: () => void
}

/** A user with identities and sessions, and what can be done about them. */
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
  const { mutateAsync: ban } = useMutation(banAuthUser(ref))
  const unban = useMutation({ ...banAuthUser(ref), meta: { errorTitle: 'Failed to end the ban' } })
  const { mutateAsync: remove } = useMutation(removeAuthUser(ref))
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
              loading={unban.isPending}
              onClick={() => unban.mutate({ id, ban_hours: 0 })}
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
        <UserIdentities projectRef={ref} userId={id} identities={user.identities} refusal={refusal} />
        <UserSessions projectRef={ref} userId={id} sessions={user.sessions} refusal={refusal} />
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
        <UserPasskeys projectRef={ref} userId={id} passkeys={user.passkeys} refusal={refusal} />
        <UserActivity projectRef={ref} userId={id} />
        <Disclosure summary="Raw JSON">
          <CodeBlock label="User as JSON" code={JSON.stringify(user.raw, null, 2)} />
        </Disclosure>
      </SheetBody>
      <BanDialog
        open={question === 'ban'}
        onOpenChange={(isOpen) => !isOpen && setQuestion(undefined)}
        title={`Ban ${nameOf(user)}`}
        onConfirm={(ban_hours) => ban({ id, ban_hours })}
      />
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
          await remove(id)
          onClose()
        }}
      >
        The account cannot be restored. Rows of other tables that refer to it are deleted or kept as their
        foreign keys say.
      </ConfirmDialog>
    </>
  )
}
