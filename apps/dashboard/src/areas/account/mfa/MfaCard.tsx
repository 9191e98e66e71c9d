import type { MfaEnrolment } from '@basalt/contract/mfa/mfa.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { MfaDetails } from './MfaDetails.tsx'
import { mfaQueries, startEnrolment } from './mfa.queries.ts'

/** The account's MFA: set up, renew recovery codes, turn off. */
export function MfaCard() {
  const [enrolment, setEnrolment] = useState<MfaEnrolment>()
  const start = useMutation(startEnrolment)
  return (
    <Card
      title="Multi-factor authentication"
      description="Sign-in asks for your password and a code from the authenticator app on your phone."
    >
      <MfaState
        setUp={
          <Button
            variant="primary"
            loading={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: setEnrolment })}
          >
            Set up
          </Button>
        }
      />
      <EnrolDialog enrolment={enrolment} close={() => setEnrolment(undefined)} />
    </Card>
  )
}

function MfaState({ setUp }: { setUp: React.ReactNode }) {
  const status = useQuery(mfaQueries.status())
  if (status.isPending)
    return (
      <div role="status" aria-label="Loading multi-factor authentication">
        <Skeleton className="h-8 w-full" />
      </div>
    )
  if (status.isError)
    return (
      <ErrorPanel
        title="Failed to load multi-factor authentication"
        message={status.error.message}
        requestId={requestIdOf(status.error)}
        onRetry={status.refetch}
        retrying={status.isFetching}
      />
    )
  const { enrolled_at, recovery_codes_left } = status.data
  if (enrolled_at === null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">It is off: anyone who knows your password can sign in as you.</p>
        {setUp}
      </div>
    )
  return <MfaDetails enrolledAt={enrolled_at} recoveryCodes={recovery_codes_left} />
}
