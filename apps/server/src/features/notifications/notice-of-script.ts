import type { NewNotification } from '@basalt/contract/notifications/notifications.schema.ts'
import type { Notice } from './notifications.port.ts'

/** What a script sends, under a key that meets neither our own nor another organization's. */
export const noticeOf = (
  organizationId: string,
  { project_ref: projectRef, key, ...rest }: NewNotification,
): Notice => ({
  ...rest,
  name: 'custom',
  projectRef,
  key: key === undefined ? undefined : `script:${organizationId}:${key}`,
})
