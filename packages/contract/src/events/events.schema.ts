import { z } from 'zod'
import { NotificationSummary } from '../notifications/notifications.schema.ts'
import { Project } from '../projects/projects.schema.ts'

/** What the server pushes to a signed-in browser, so that no page has to poll. */
export const PlatformEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('project'), project: Project }),
    z.object({ type: z.literal('project_removed'), ref: z.string(), organization_slug: z.string() }),
    /** A member joined, left or changed role; the caller's own permissions may have changed too. */
    z.object({ type: z.literal('members'), organization_slug: z.string() }),
    /** Its name, plan or MFA requirement changed. */
    z.object({ type: z.literal('organization'), organization_slug: z.string() }),
    /**
     * Tables of a project were created, changed or dropped, by a form or by SQL that ran through this server. `id` is the
     * oid of the only one; null when it is not known, or the table was dropped.
     */
    z.object({ type: z.literal('tables_changed'), ref: z.string(), id: z.number().int().nullable() }),
    /** The advisors of a project ran and found something else than before. */
    z.object({ type: z.literal('advisors'), ref: z.string() }),
    z.object({ type: z.literal('notification_summary'), summary: NotificationSummary }),
  ])
  .meta({ id: 'PlatformEvent' })
export type PlatformEvent = z.infer<typeof PlatformEvent>
