import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AccessTokensCard } from '../../areas/account/access/AccessTokensCard.tsx'
import { accessQueries } from '../../areas/account/access/access.queries.ts'

export const Route = createFileRoute('/_shell/account/tokens')({
  loader: ({ context }) => {
    context.queryClient.prefetchQuery(accessQueries.tokens())
  },
  head: () => titleHead('Access tokens', 'Account'),
  component: () => (
    <div className="max-w-3xl">
      <AccessTokensCard />
    </div>
  ),
})
