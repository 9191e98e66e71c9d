import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { JwtPage } from '../../areas/connect/keys/JwtPage.tsx'
import { JwtTabs } from '../../areas/connect/keys/JwtTabs.tsx'
import { SigningKeys } from '../../areas/connect/keys/SigningKeys.tsx'

export const Route = createFileRoute('/_shell/project/$ref/settings/jwt/signing-keys')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { signingKeyQueries } = await import('../../areas/connect/keys/signing-keys.queries.ts')
    queryClient.prefetchQuery(signingKeyQueries.list(ref))
  },
  head: () => titleHead('JWT signing keys', 'Project settings'),
  component: SigningKeysRoute,
})

function SigningKeysRoute() {
  const { ref } = Route.useParams()
  return (
    <JwtPage tabs={<JwtTabs projectRef={ref} />}>
      <SigningKeys key={ref} projectRef={ref} />
    </JwtPage>
  )
}
