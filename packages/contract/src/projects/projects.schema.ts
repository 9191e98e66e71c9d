import { z } from 'zod'
import { OrganizationSlug } from '../organizations/organizations.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  DATABASE_PASSWORD_MAX,
  passwordScore,
  passwordScoreMessages,
  STRONG_PASSWORD_SCORE,
} from './password.rules.ts'
import {
  ACTIVITY_HOURS,
  computeSizes,
  isProjectRef,
  PROJECT_NAME_MAX,
  PROJECT_NAME_MIN,
} from './projects.rules.ts'
import { REGION_MAX } from './regions.rules.ts'
import { projectStatuses } from './status.rules.ts'

export const ProjectRef = z.string().refine(isProjectRef, 'Not the ref of a project')
export const ProjectParams = z.object({ ref: ProjectRef })

export const ProjectName = nameText('The name', PROJECT_NAME_MIN, PROJECT_NAME_MAX).refine(
  (name) => !name.includes('.'),
  'The name may not contain a dot',
)

/** Drivers disagree on the SASLprep normalization of other characters. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

export const DatabasePassword = Text.max(
  DATABASE_PASSWORD_MAX,
  `The database password may have at most ${DATABASE_PASSWORD_MAX} characters`,
).superRefine((password, context) => {
  if (!PRINTABLE_ASCII.test(password))
    return context.addIssue({
      code: 'custom',
      message:
        'Use only letters, digits and symbols of the English keyboard. Drivers encode others differently.',
    })
  const score = passwordScore(password)
  if (score < STRONG_PASSWORD_SCORE)
    context.addIssue({ code: 'custom', message: passwordScoreMessages[score] })
})

export const Project = z
  .object({
    ref: z.string(),
    name: z.string(),
    organization_slug: z.string(),
    status: z.enum(projectStatuses),
    /** What went wrong, if the status is a failure. */
    failure: z.string().nullable(),
    /** Set while the idle database of a healthy project is stopped; the next call wakes it. */
    asleep_since: z.iso.datetime().nullable(),
    /** Since when the dashboard and agents only read its database; null for a project without a lock. */
    locked_at: z.iso.datetime().nullable(),
    /** Until when the lock is lifted; null unless it was. */
    unlocked_until: z.iso.datetime().nullable(),
    region: z.string(),
    created_at: z.iso.datetime(),
    /** Increases with every change, so that clients can discard outdated updates that arrive late. */
    revision: z.number().int(),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

/** A database within its project. */
const ProjectDatabase = z.object({
  /** The primary's is the ref. */
  identifier: z.string(),
  type: z.enum(['PRIMARY', 'READ_REPLICA']),
  region: z.string(),
  status: z.enum(projectStatuses),
  infra_compute_size: z.enum(computeSizes),
  inserted_at: z.iso.datetime(),
})

/** A project with its databases, as read calls return it; events carry only the project. */
export const ProjectWithDatabases = Project.extend({
  databases: z.array(ProjectDatabase),
  /** A URI with a placeholder for the password; null before the first start of the database. */
  connectionString: z.string().nullable(),
}).meta({ id: 'ProjectWithDatabases' })
export type ProjectWithDatabases = z.infer<typeof ProjectWithDatabases>

export const ProjectActivity = z
  .object({
    ref: z.string(),
    /** The last measured size; null without a measurement in the last week. */
    database_bytes: z.number().nullable(),
    /** Calls of the project's APIs in each of the last 24 hours, oldest first. */
    requests: z.array(z.number().int()).length(ACTIVITY_HOURS),
    /** Within those hours. */
    last_request_at: z.iso.datetime().nullable(),
    /** Including the default branch. */
    branches: z.number().int(),
  })
  .meta({ id: 'ProjectActivity' })
export type ProjectActivity = z.infer<typeof ProjectActivity>

export const NewProject = z.strictObject({
  organization_slug: OrganizationSlug,
  name: ProjectName,
  /** Generated when omitted. */
  db_pass: DatabasePassword.optional(),
  /** Must be the installation's own region, which is the default: all databases run on this machine. */
  db_region: Text.max(REGION_MAX).optional(),
})

export const ProjectTransfer = z.strictObject({ target_organization_slug: OrganizationSlug })

export const CreatedProject = Project.extend({
  /** The generated password, if the caller omitted it; returned only here. */
  db_pass: z.string().optional(),
}).meta({ id: 'CreatedProject' })
export type CreatedProject = z.infer<typeof CreatedProject>

export const ProjectPage = z
  .object({
    projects: z.array(ProjectWithDatabases),
    pagination: z.object({ count: z.number(), limit: z.number(), offset: z.number() }),
  })
  .meta({ id: 'ProjectPage' })
export type ProjectPage = z.infer<typeof ProjectPage>
