import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'

/** A row of a list of organizations; the whole row is a link. */
export function OrganizationLink({
  organization: { slug, name, plan },
  to,
}: {
  organization: Organization
  to: '/org/$slug' | '/new/$slug'
}) {
  return (
    <Link
      to={to}
      params={{ slug }}
      className="-outline-offset-2 flex items-center gap-3 px-4 py-3 transition-colors hover:bg-surface-2"
    >
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-ink-muted text-xs">{slug}</span>
      </span>
      <Badge>{plan.name}</Badge>
      <ChevronRight className="size-4 text-ink-faint" aria-hidden />
    </Link>
  )
}
