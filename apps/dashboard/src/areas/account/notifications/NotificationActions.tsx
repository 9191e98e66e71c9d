import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { restoreProject } from '../../project/projects/projects.queries.ts'
import { actionUrl } from './action-url.rules.ts'

/** The buttons of a notification. Unknown actions and unsafe links have none. */
export function NotificationActions({ data }: { data: Notification['data'] }) {
  if (data.actions.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {data.actions.map(({ label, url, action_type: type }) => {
        const href = url === undefined ? undefined : actionUrl(url, data)
        if (href !== undefined)
          return (
            <ButtonLink
              key={label}
              size="sm"
              icon={ExternalLink}
              href={href}
              target="_blank"
              rel="noreferrer"
            >
              {label}
              <span className="sr-only"> (opens in a new tab)</span>
            </ButtonLink>
          )
        if (type === 'restore_project' && data.project_ref !== undefined)
          return <RestoreProjectButton key={label} label={label} projectRef={data.project_ref} />
        return null
      })}
    </div>
  )
}

/** Restores a project. The server refuses with a message when it is no longer needed. */
function RestoreProjectButton({ label, projectRef }: { label: string; projectRef: string }) {
  const { mutate, isPending, isSuccess } = useMutation(restoreProject(projectRef))
  return (
    <Button
      size="sm"
      icon={RotateCw}
      loading={isPending}
      reason={isSuccess ? 'A retry is running' : undefined}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  )
}
