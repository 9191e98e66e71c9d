import { createFileRoute } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { EmailCard } from '../../features/access/EmailCard.tsx'
import { PasswordCard } from '../../features/access/PasswordCard.tsx'
import { ProfileCard } from '../../features/access/ProfileCard.tsx'

export const Route = createFileRoute('/_shell/account/me')({
  head: () => titled('Profile', 'Account'),
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
