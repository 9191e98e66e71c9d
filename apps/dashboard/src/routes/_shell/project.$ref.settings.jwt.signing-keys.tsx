import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { JwtPage } from '../../areas/connect/keys/JwtPage.tsx'
import { JwtTabs } from '../../areas/connect/keys/JwtTabs.tsx'
import { SigningKeys } from '../../areas/connect/keys/SigningKeys.tsx'
import { signingKeyQueries } from '../../areas/connect/keys/signing-keys.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/jwt/signing-keys')({
  loader: ({ context: { queryClient }, params: { ref } }) => {
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
