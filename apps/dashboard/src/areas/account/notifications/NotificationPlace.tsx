import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import { Link } from '@tanstack/react-router'
import { TextLink } from '../../../ui/text/TextLink.tsx'

/** Which organization and project a notification is about; nothing when neither is known. */
export function NotificationPlace({
  data: { org_slug: slug, project_ref: projectRef },
  meta: { org_name: organization, project_name: project },
  onNavigate,
}: Pick<Notification, 'data' | 'meta'> & { onNavigate: () => void }) {
  const hasOrganization = slug !== undefined && organization !== undefined
  const hasProject = projectRef !== undefined && project !== undefined
  if (!hasOrganization && !hasProject) return null
  return (
    <p className="flex min-w-0 items-center gap-1 text-xs">
      {hasOrganization && (
        <TextLink
          tone="quiet"
          className="truncate"
          onClick={onNavigate}
          render={<Link to="/org/$slug/general" params={{ slug }} />}
        >
          {organization}
        </TextLink>
      )}
      {hasOrganization && hasProject && <span className="text-ink-faint">/</span>}
      {hasProject && (
        <TextLink
          tone="quiet"
          className="truncate"
          onClick={onNavigate}
          render={<Link to="/project/$ref" params={{ ref: projectRef }} />}
        >
          {project}
        </TextLink>
      )}
    </p>
  )
}
