import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { accessQueries } from '../../areas/account/access/access.queries.ts'
import { SessionsCard } from '../../areas/account/access/SessionsCard.tsx'
import { MfaCard } from '../../areas/account/mfa/MfaCard.tsx'
import { mfaQueries } from '../../areas/account/mfa/mfa.queries.ts'

export const Route = createFileRoute('/_shell/account/security')({
  loader: ({ context: { queryClient } }) => {
    queryClient.prefetchQuery(accessQueries.sessions())
    queryClient.prefetchQuery(mfaQueries.status())
  },
  head: () => titleHead('Security', 'Account'),
  component: () => (
    <div className="flex max-w-3xl flex-col gap-6">
      <MfaCard />
      <SessionsCard />
    </div>
  ),
})
