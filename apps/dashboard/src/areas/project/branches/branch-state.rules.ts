import type { Branch, BranchDetails, BranchDisk } from '@basalt/contract/branches/branches.schema.ts'
import { isInTransition } from '@basalt/contract/projects/status.rules.ts'
import { formatBytes } from '../../../lib/bytes.ts'

/** How far the copy of a branch is, in percent; null while that is unknown. */
export function copyProgress(branch: Pick<BranchDetails, 'progress' | 'copied_at'>): {
  label: string
  percent: number | null
  text: string
} {
  const { progress } = branch
  const label = branch.copied_at === null ? 'Copying data' : 'Starting'
  if (!progress || progress.total_bytes === 0) return { label, percent: null, text: '' }
  return {
    label: 'Copying data',
    percent: (100 * progress.copied_bytes) / progress.total_bytes,
    text: `${formatBytes(progress.copied_bytes)} of ${formatBytes(progress.total_bytes)}`,
  }
}

/** Where the data of a branch is from; undefined for the default branch. */
export function originOf(
  { is_default, source_project_ref, with_data }: Branch,
  branches: readonly Pick<Branch, 'project_ref' | 'name'>[],
): string | undefined {
  if (is_default) return undefined
  const source = branches.find(({ project_ref }) => project_ref === source_project_ref)
  const from = source ? source.name : 'a branch that was deleted'
  return with_data ? from : `${from}, schema only`
}

/** When a branch is deleted by itself. */
export const expiryText = ({ expires_after_days, persistent }: Branch): string =>
  persistent || expires_after_days === null
    ? 'never'
    : `after ${expires_after_days} ${expires_after_days === 1 ? 'day' : 'days'} without use`

/** Why a branch cannot be changed now; undefined when it can. */
export const busyReason = ({ status }: Pick<Branch, 'status'>): string | undefined =>
  isInTransition(status) ? 'Wait until it has changed its status' : undefined

/** The disk space of a branch: `2 MB own, 38 MB shared`. Without `disk`, only its whole size is known. */
export function diskText(
  disk_bytes: number | null,
  disk: Pick<BranchDisk, 'database'> | undefined,
): string | undefined {
  if (disk?.database) return spaceText(disk.database)
  return disk_bytes === null ? undefined : formatBytes(disk_bytes)
}

/** Undefined when it has no files. */
export const filesText = (disk: Pick<BranchDisk, 'files'> | undefined): string | undefined =>
  disk?.files && disk.files.own_bytes + disk.files.shared_bytes > 0 ? spaceText(disk.files) : undefined

const spaceText = ({ own_bytes, shared_bytes }: { own_bytes: number; shared_bytes: number }) =>
  shared_bytes === 0
    ? `${formatBytes(own_bytes)}, nothing shared`
    : `${formatBytes(own_bytes)} own, ${formatBytes(shared_bytes)} shared`
