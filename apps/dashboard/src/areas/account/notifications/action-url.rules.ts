import { isSafeUrl } from '@basalt/contract/notifications/notifications.rules.ts'
import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'

const UNKNOWN = '_'

/**
 * Where an action leads: `[ref]` and `[slug]` stand for the notification's project and organization. Undefined for an
 * address that must not be followed.
 */
export function actionUrl(
  url: string,
  { org_slug, project_ref }: Pick<Notification['data'], 'org_slug' | 'project_ref'>,
) {
  const filled = url
    .replaceAll('[ref]', encodeURIComponent(project_ref ?? UNKNOWN))
    .replaceAll('[slug]', encodeURIComponent(org_slug ?? UNKNOWN))
  return isSafeUrl(filled) ? filled : undefined
}
