import { createFileRoute } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { AccessTokensCard } from '../../features/access/AccessTokensCard.tsx'
import { accessQueries } from '../../features/access/access.queries.ts'

export const Route = createFileRoute('/_shell/account/tokens')({
  loader: ({ context }) => {
    context.queryClient.prefetchQuery(accessQueries.tokens())
  },
  head: () => titled('Access tokens', 'Account'),
  component: () => (
    <div className="max-w-3xl">
      <AccessTokensCard />
    </div>
  ),
})
