import type { BranchDetails, BranchDisk } from '@basalt/contract/branches/branches.schema.ts'
import { isInTransition } from '@basalt/contract/projects/status.rules.ts'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { cx } from '../../../lib/class-names.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { When } from '../../../ui/text/When.tsx'
import { BranchActions } from './BranchActions.tsx'
import { BranchBadge } from './BranchBadge.tsx'
import { branchStatus } from './branch-line.rules.ts'
import { copyProgress, diskText, expiryText, filesText, originOf } from './branch-state.rules.ts'
import { branchColour } from './branches.rules.ts'

/** One branch with its state and what can be done with it. */
export function BranchItem({
  branch,
  branches,
  slug,
  isOpen,
  disk,
}: {
  branch: BranchDetails
  branches: readonly BranchDetails[]
  slug: string
  /** Whether it is the branch whose pages are open. */
  isOpen: boolean
  /** Undefined until it is known. */
  disk: BranchDisk | undefined
}) {
  const { name, project_ref, status, failure, is_default, git_branch, copied_at, disk_bytes } = branch
  const origin = originOf(branch, branches)
  const size = diskText(disk_bytes, disk)
  const files = filesText(disk)
  const { tone, busy, label } = branchStatus(branch)
  return (
    <li aria-label={`Branch ${name}`} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="flex min-w-0 items-center gap-2 font-medium">
          {is_default ? (
            <ShieldCheck className="size-4 shrink-0 text-ink-muted" aria-hidden />
          ) : (
            <span className={cx('m-1 size-2 shrink-0 rounded-full', branchColour(branch).dot)} aria-hidden />
          )}
          <Link
            to="/project/$ref"
            params={{ ref: project_ref }}
            className="truncate rounded-sm underline-offset-3 hover:underline"
          >
            {name}
          </Link>
        </h2>
        <BranchBadge branch={branch} />
        {isOpen && <span className="text-ink-muted text-xs">Open now</span>}
        <span className="ml-auto flex items-center gap-3 text-ink-muted">
          <StatusDot tone={tone} busy={busy}>
            {label}
          </StatusDot>
          <BranchActions branch={branch} branches={branches} slug={slug} />
        </span>
      </div>
      {status === 'COMING_UP' && <CopyProgress branch={branch} />}
      {failure !== null && (
        <Callout tone="critical" role="alert">
          {failure}
        </Callout>
      )}
      {branch.expires_at !== null && !isInTransition(status) && (
        <Callout tone="warning">
          Nobody has used this branch for a while. It is deleted <When time={branch.expires_at} />, unless
          somebody uses it before. To keep it, open it or make it persistent.
        </Callout>
      )}
      {!is_default && !isInTransition(status) && (
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-ink-muted text-xs">
          <Fact label="From" value={origin} />
          {copied_at !== null && <Fact label="Data of" value={<When time={copied_at} />} />}
          {git_branch !== null && <Fact label="Git branch" value={git_branch} />}
          {size !== undefined && <Fact label="Size" value={size} />}
          {files !== undefined && <Fact label="Files" value={files} />}
          <Fact label="Webhooks and requests" value={branch.sends_requests ? 'on' : 'off'} />
          <Fact label="Expires" value={expiryText(branch)} />
        </dl>
      )}
      {is_default && size !== undefined && (
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-ink-muted text-xs">
          <Fact label="Size" value={size} />
          {files !== undefined && <Fact label="Files" value={files} />}
        </dl>
      )}
    </li>
  )
}

function CopyProgress({ branch }: { branch: BranchDetails }) {
  const { label, percent, text } = copyProgress(branch)
  return <ProgressBar label={label} value={percent} {...(text !== '' && { valueText: text })} />
}

const Fact = ({ label, value }: { label: string; value: React.ReactNode }) => (
  <div className="flex min-w-0 gap-1.5">
    <dt className="text-ink-faint">{label}</dt>
    <dd className="truncate">{value}</dd>
  </div>
)
