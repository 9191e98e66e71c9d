import { createFileRoute } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { accessQueries } from '../../features/access/access.queries.ts'
import { SessionsCard } from '../../features/access/SessionsCard.tsx'
import { MfaCard } from '../../features/mfa/MfaCard.tsx'
import { mfaQueries } from '../../features/mfa/mfa.queries.ts'

export const Route = createFileRoute('/_shell/account/security')({
  loader: ({ context: { queryClient } }) => {
    queryClient.prefetchQuery(accessQueries.sessions())
    queryClient.prefetchQuery(mfaQueries.status())
  },
  head: () => titled('Security', 'Account'),
  component: () => (
    <div className="flex max-w-3xl flex-col gap-6">
      <MfaCard />
      <SessionsCard />
    </div>
  ),
})
