import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { failedWith } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { AccessPage } from './AccessPage.tsx'
import { NewAccountForm } from './NewAccountForm.tsx'

/** Creates the first owner. `token` comes from the link in the terminal. */
export function SetupPage({ token, onSignedIn }: { token: string | undefined; onSignedIn: () => void }) {
  // The set-up may be completed in another window.
  const config = useQuery({ ...installationQueries.config(), refetchOnWindowFocus: 'always' })
  // Suppresses the "done" page while the new owner is being redirected.
  const [isEntering, setEntering] = useState(false)

  if (config.data?.setup_required === false && !isEntering) return <SetupIsDone />
  if (token === undefined) return <LinkIsMissing onCheck={config.refetch} isChecking={config.isFetching} />
  return (
    <AccessPage title="Set up Basalt" description="Create the first account. It owns this installation.">
      <NewAccountForm
        submitLabel="Create owner account"
        setupToken={token}
        onSignedIn={() => {
          setEntering(true)
          onSignedIn()
        }}
        onRefused={(error) => {
          if (failedWith(error, 'gone')) config.refetch()
        }}
      />
    </AccessPage>
  )
}

function SetupIsDone() {
  return (
    <AccessPage title="Set-up is done" description="The set-up link works once, and it has been used.">
      <div className="flex flex-col gap-4 text-sm">
        <p className="text-ink-muted">
          Sign in with your account. If you have none, ask the owner of this installation for one.
        </p>
        <ButtonLink variant="primary" size="lg" render={<Link to="/sign-in" />}>
          Sign in
        </ButtonLink>
      </div>
    </AccessPage>
  )
}

function LinkIsMissing({ onCheck, isChecking }: { onCheck: () => void; isChecking: boolean }) {
  return (
    <AccessPage title="Set up Basalt" description="This installation has no owner yet.">
      <div className="flex flex-col gap-4 text-sm">
        <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-ink-faint">
          <li>Go to the terminal in which Basalt was started.</li>
          <li>
            Open the set-up link it shows. It begins with <code>{`${location.origin}/setup`}</code>.
          </li>
          <li>If the link is more than a day old or no longer visible, restart Basalt to get a new one.</li>
        </ol>
        <Button size="lg" icon={RotateCw} onClick={onCheck} loading={isChecking}>
          Check again
        </Button>
      </div>
    </AccessPage>
  )
}
