import { Link } from '@tanstack/react-router'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { AccessPage } from './AccessPage.tsx'
import { NewAccountForm } from './NewAccountForm.tsx'

export function SignUpPage({
  redirect,
  onSignedIn,
}: {
  redirect?: string | undefined
  onSignedIn: () => void
}) {
  return (
    <AccessPage
      title="Create your account"
      footer={
        <>
          Have an account? <TextLink render={<Link to="/sign-in" search={{ redirect }} />}>Sign in</TextLink>
        </>
      }
    >
      <NewAccountForm submitLabel="Create account" onSignedIn={onSignedIn} />
    </AccessPage>
  )
}
