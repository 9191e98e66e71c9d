import { z } from 'zod'
import { OrganizationSlug } from '../organizations/organizations.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  DATABASE_PASSWORD_MAX,
  passwordScore,
  passwordScoreWords,
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

/** Beyond these, each driver normalises a password in its own way before it proves to know it. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

export const DatabasePassword = Text.max(
  DATABASE_PASSWORD_MAX,
  `The database password may have at most ${DATABASE_PASSWORD_MAX} characters`,
).superRefine((password, context) => {
  if (!PRINTABLE_ASCII.test(password))
    return context.addIssue({
      code: 'custom',
      message: 'Use letters, digits and signs of the English keyboard only: programs disagree about others.',
    })
  const score = passwordScore(password)
  if (score < STRONG_PASSWORD_SCORE) context.addIssue({ code: 'custom', message: passwordScoreWords[score] })
})

export const Project = z
  .object({
    ref: z.string(),
    name: z.string(),
    organization_slug: z.string(),
    status: z.enum(projectStatuses),
    /** Why the status is what it is, in words, when something went wrong. */
    failure: z.string().nullable(),
    /** While its database is stopped because nobody used it; the next call wakes it. Only of healthy projects. */
    asleep_since: z.iso.datetime().nullable(),
    region: z.string(),
    created_at: z.iso.datetime(),
    /** Grows with every change, so that what is known never gives way to something older that arrived late. */
    revision: z.number().int(),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

/** A database in the row of its project. */
const ProjectDatabase = z.object({
  /** The primary's is the ref. */
  identifier: z.string(),
  type: z.enum(['PRIMARY', 'READ_REPLICA']),
  region: z.string(),
  status: z.enum(projectStatuses),
  infra_compute_size: z.enum(computeSizes),
  inserted_at: z.iso.datetime(),
})

/** A project with its databases, as lists and pages get it; events carry the project alone. */
export const ProjectWithDatabases = Project.extend({
  databases: z.array(ProjectDatabase),
  /** A URI with a placeholder for the password; null before the first start of the database. */
  connectionString: z.string().nullable(),
}).meta({ id: 'ProjectWithDatabases' })
export type ProjectWithDatabases = z.infer<typeof ProjectWithDatabases>

export const ProjectActivity = z
  .object({
    ref: z.string(),
    /** The last measured size; null when there is none from the last week. */
    database_bytes: z.number().nullable(),
    /** Calls of the project's APIs in each of the last 24 hours, the oldest first. */
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
  /** Generated when left out. */
  db_pass: DatabasePassword.optional(),
  /** The installation's own region when left out. Any other is refused: a database runs on the machine that there is. */
  db_region: Text.max(REGION_MAX).optional(),
})

export const ProjectTransfer = z.strictObject({ target_organization_slug: OrganizationSlug })

export const CreatedProject = Project.extend({
  /** Only when the caller left it out: the generated password, shown this once. */
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
