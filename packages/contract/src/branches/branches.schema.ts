import { z } from 'zod'
import { ProjectRef } from '../projects/projects.schema.ts'
import { projectStatuses } from '../projects/status.rules.ts'
import { nameText } from '../text.ts'
import { BackedUpMoment } from '../time-machine/time-machine.schema.ts'
import { BRANCH_NAME_MAX, EXPIRY_DAYS_MAX, GIT_BRANCH_MAX } from './branches.rules.ts'

/** The default branch of a project is the project itself; every other branch is a separate project. */
export const Branch = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The project that the branch is. */
    project_ref: z.string(),
    /** The project that it is a branch of; itself for the default branch. */
    parent_project_ref: z.string(),
    is_default: z.boolean(),
    /** Kept until it is deleted, whatever its silence; always true for the default branch. */
    persistent: z.boolean(),
    /** The branch of a code repository that it follows. */
    git_branch: z.string().nullable(),
    /** False for a branch with only the schema of what it was made from. */
    with_data: z.boolean(),
    /** The branch that it was made from; null for the default branch, and once that branch is deleted. */
    source_project_ref: z.string().nullable(),
    status: z.enum(projectStatuses),
    /** What went wrong, if the status is a failure. */
    failure: z.string().nullable(),
    asleep_since: z.iso.datetime().nullable(),
    /** The moment whose data it began with; null while the data is being copied. */
    copied_at: z.iso.datetime().nullable(),
    /** The past moment that it shows, read-only; null for a branch that can be written, also one that began at a past moment. */
    past_moment: z.iso.datetime().nullable(),
    /** Days of silence after which it is deleted; null for never. */
    expires_after_days: z.number().int().nullable(),
    /** When it is deleted unless it is used before; null until its members have been told. */
    expires_at: z.iso.datetime().nullable(),
    /** Whether events of its webhooks and HTTP requests of its SQL are sent; not at first. */
    sends_requests: z.boolean(),
    review_requested_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Branch' })
export type Branch = z.infer<typeof Branch>

/** A branch by its id, or by the ref of the project that it is. */
export const BranchParams = z.object({ id: z.union([z.uuid(), ProjectRef], 'Not the id or ref of a branch') })

export const BranchName = nameText('The name', 1, BRANCH_NAME_MAX)
const GitBranch = nameText('The git branch', 1, GIT_BRANCH_MAX)
const ExpiryDays = z.number().int().min(1).max(EXPIRY_DAYS_MAX)

export const BranchFilter = z.object({ git_branch: GitBranch.optional() })

export const NewBranch = z.strictObject({
  branch_name: BranchName,
  git_branch: GitBranch.optional(),
  persistent: z.boolean().default(false),
  /** False for the schema without rows and files. */
  with_data: z.boolean().default(true),
  /** DEFAULT_EXPIRY_DAYS by default; a persistent branch does not expire. */
  expires_after_days: ExpiryDays.nullable().optional(),
  /** The past moment whose data and files it begins with, instead of the present; only with data. */
  moment: BackedUpMoment.optional(),
})
export type NewBranch = z.output<typeof NewBranch>

/** What creates a branch that may be named after its git branch. */
export const AskedBranch = NewBranch.extend({ branch_name: BranchName.optional() })
export type AskedBranch = z.output<typeof AskedBranch>

export const BranchChange = z
  .strictObject({
    branch_name: BranchName.optional(),
    git_branch: GitBranch.nullable().optional(),
    persistent: z.boolean().optional(),
    request_review: z.boolean().optional(),
    expires_after_days: ExpiryDays.nullable().optional(),
    sends_requests: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type BranchChange = z.infer<typeof BranchChange>

/** Work that was begun, as clients of the calls know it. */
export const BranchWork = z.object({
  /** Of a merge, the id of the merge request that shows how it goes; of a reset, and of an update, which is done, the id of the branch. */
  workflow_run_id: z.string(),
  message: z.literal('ok'),
})

/** A branch that is being reset, which is also how clients of the call know that it has begun. */
export const ResetBranch = Branch.extend(BranchWork.shape)

/** A branch that is being deleted. */
export const DeletedBranch = Branch.extend({ message: BranchWork.shape.message })

/** Clients may ask for a version of the migrations. A branch is always reset to what its source has. */
export const BranchReset = z.strictObject({
  migration_version: z
    .undefined('A branch is reset to all that its source has now. Leave migration_version out.')
    .optional(),
})

/**
 * How far the copy is that was prepared for a branch: there is none when the database sleeps, and for some minutes after one
 * was given up because the database wrote much meanwhile or the disk was full.
 */
export const BranchPreparation = z
  .object({ copy: z.enum(['none', 'copying', 'copied']) })
  .meta({ id: 'BranchPreparation' })
export type BranchPreparation = z.infer<typeof BranchPreparation>

const Bytes = z.number().int().nonnegative()

/** A branch as the list of branches shows it. */
export const BranchDetails = Branch.extend({
  /** How much of its source is copied; null unless it is being copied now. */
  progress: z.object({ copied_bytes: Bytes, total_bytes: Bytes }).nullable(),
  /** Whether its data is being replaced, which can still be cancelled. */
  is_resetting: z.boolean(),
  /** What its database occupies; null before there is one. Blocks that it shares with its source count too. */
  disk_bytes: Bytes.nullable(),
}).meta({ id: 'BranchDetails' })
export type BranchDetails = z.infer<typeof BranchDetails>

/** The disk space of a branch: what is its own, and what it has in common with others of the project. */
export const BranchDisk = z
  .object({
    project_ref: z.string(),
    /** Null when the file system does not tell what is shared. */
    database: z.object({ own_bytes: Bytes, shared_bytes: Bytes }).nullable(),
    /** Null when its database is not running, or has too many files to count. */
    files: z.object({ own_bytes: Bytes, shared_bytes: Bytes }).nullable(),
  })
  .meta({ id: 'BranchDisk' })
export type BranchDisk = z.infer<typeof BranchDisk>

export const BranchList = z
  .object({
    branches: z.array(BranchDetails),
    /** Whether copies share the blocks of their source on this server's disk until they change. */
    shares_blocks: z.boolean(),
    /** How many branches the plan allows besides the default one. */
    max: z.number().int(),
  })
  .meta({ id: 'BranchList' })
export type BranchList = z.infer<typeof BranchList>
