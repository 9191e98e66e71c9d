import { Link } from '@tanstack/react-router'
import { Bot, KeyRound, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { Icon } from '../../../ui/text/icon.ts'

/** How programs get access to an organization. There is no OAuth flow; programs use members' tokens. */
export function AppsPage({ slug, tabs }: { slug: string; tabs: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Organization settings" />
      {tabs}
      <Card title="Apps" description="This installation has no app directory. Programs get access through:">
        <ul>
          <Connection
            icon={KeyRound}
            title="Access tokens"
            text="A program acts for the member who created the token, with that member’s role."
          >
            <ButtonLink render={<Link to="/account/tokens" />}>Your access tokens</ButtonLink>
          </Connection>
          <Connection
            icon={Bot}
            title="Agents over MCP"
            text="A coding agent connects with a member’s access token."
          >
            <ButtonLink render={<Link to="/docs" />}>Open the guides</ButtonLink>
          </Connection>
          <Connection
            icon={Webhook}
            title="Webhooks"
            text="This organization’s notifications are sent to addresses of your choice."
          >
            <ButtonLink render={<Link to="/org/$slug/integrations" params={{ slug }} />}>
              Webhooks of this organization
            </ButtonLink>
          </Connection>
        </ul>
      </Card>
    </div>
  )
}

function Connection({
  icon: MethodIcon,
  title,
  text,
  children,
}: {
  icon: Icon
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
      <MethodIcon className="size-4 shrink-0 text-ink-muted" aria-hidden />
      <div className="min-w-56 flex-1">
        <h3 className="font-medium text-sm">{title}</h3>
        <p className="text-ink-muted text-sm">{text}</p>
      </div>
      {children}
    </li>
  )
}
