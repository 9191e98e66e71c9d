import {
  DEFAULT_EXPIRY_DAYS,
  EXPIRY_DAYS_MAX,
  GIT_BRANCH_MAX,
} from '@basalt/contract/branches/branches.rules.ts'
import { type Branch, type BranchChange, BranchName } from '@basalt/contract/branches/branches.schema.ts'
import type { BackedUpMoment } from '@basalt/contract/time-machine/time-machine.schema.ts'
import { z } from 'zod'

/** What a member may choose of a branch at any time, as it is typed. */
export const BranchSettings = z.object({
  branch_name: BranchName,
  /** Empty for none. */
  git_branch: z.string().trim().max(GIT_BRANCH_MAX, `A git branch has at most ${GIT_BRANCH_MAX} characters`),
  kind: z.enum(['preview', 'persistent']),
  /** Days, of a preview; empty for never. */
  expires_after_days: z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= EXPIRY_DAYS_MAX),
      `Enter a number from 1 to ${EXPIRY_DAYS_MAX}, or nothing`,
    ),
})
export type BranchSettings = z.infer<typeof BranchSettings>

/** The value of the choice between moments that asks for a time. */
export const AT_TIME = 'time'

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

/** What a member enters to create a branch. */
export const BranchFields = BranchSettings.extend({
  /** The ref of what it is made from. */
  source: z.string(),
  data: z.enum(['all', 'schema', 'past']),
  /** `AT_TIME`, or `backup <id>` or `point <id>`; null until it is chosen. Of a branch that begins at a past moment. */
  moment: z.string().nullable(),
  /** As a field of date and time has it, in the local time zone. */
  time: z.string(),
})
  .refine(({ data, moment }) => data !== 'past' || moment !== null, {
    path: ['moment'],
    message: 'Choose a moment',
  })
  .refine(({ data, moment, time }) => data !== 'past' || moment !== AT_TIME || isTime(time), {
    path: ['time'],
    message: 'Enter a date and a time',
  })
export type BranchFields = z.infer<typeof BranchFields>

export const newBranchFields = (source: string): BranchFields => ({
  branch_name: '',
  git_branch: '',
  kind: 'preview',
  expires_after_days: String(DEFAULT_EXPIRY_DAYS),
  source,
  data: 'all',
  moment: null,
  time: '',
})

export const settingsOf = (
  branch: Pick<Branch, 'name' | 'git_branch' | 'persistent' | 'expires_after_days'>,
): BranchSettings => ({
  branch_name: branch.name,
  git_branch: branch.git_branch ?? '',
  kind: branch.persistent ? 'persistent' : 'preview',
  // A persistent branch has a number for the day on which it becomes a preview.
  expires_after_days:
    branch.persistent && branch.expires_after_days === null
      ? String(DEFAULT_EXPIRY_DAYS)
      : (branch.expires_after_days?.toString() ?? ''),
})

const daysOf = (text: string) => (text === '' ? null : Number(text))

/** The moment as the call that creates a branch has it. */
function momentOf({ moment, time }: Pick<BranchFields, 'moment' | 'time'>): BackedUpMoment {
  if (moment === AT_TIME) return { recovery_time_target: new Date(time).toISOString() }
  const [kind, id] = moment!.split(' ')
  return kind === 'point' ? { restore_point: id } : { id }
}

/** The call that creates the branch. */
export const branchCall = ({
  source,
  data,
  moment,
  time,
  kind,
  branch_name,
  git_branch,
  expires_after_days,
}: BranchFields) => ({
  ref: source,
  branch_name,
  ...(git_branch !== '' && { git_branch }),
  with_data: data !== 'schema',
  ...(data === 'past' && { moment: momentOf({ moment, time }) }),
  persistent: kind === 'persistent',
  ...(kind === 'preview' && { expires_after_days: daysOf(expires_after_days) }),
})

/** The change of a branch; the default branch has no lifetime. */
export const branchChange = (
  { is_default }: Pick<Branch, 'is_default'>,
  { branch_name, git_branch, kind, expires_after_days }: BranchSettings,
): BranchChange => ({
  branch_name,
  git_branch: git_branch === '' ? null : git_branch,
  ...(!is_default && { persistent: kind === 'persistent' }),
  ...(!is_default && kind === 'preview' && { expires_after_days: daysOf(expires_after_days) }),
})
