import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { EmailCard } from '../../areas/account/access/EmailCard.tsx'
import { PasswordCard } from '../../areas/account/access/PasswordCard.tsx'
import { ProfileCard } from '../../areas/account/access/ProfileCard.tsx'

export const Route = createFileRoute('/_shell/account/me')({
  head: () => titleHead('Profile', 'Account'),
  component: ProfileRoute,
})

function ProfileRoute() {
  const { profile } = Route.useRouteContext()
  return (
    profile && (
      <div className="flex max-w-3xl flex-col gap-6">
        <ProfileCard profile={profile} />
        <EmailCard />
        <PasswordCard />
      </div>
    )
  )
}
