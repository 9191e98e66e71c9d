import { isSafeUrl } from '@basalt/contract/notifications/notifications.rules.ts'
import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'

const UNKNOWN = '_'

/**
 * The URL of an action, with `[ref]` and `[slug]` replaced by the notification's project and organization. Undefined
 * for an unsafe URL.
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
