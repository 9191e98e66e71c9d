import type { InstallationBackups } from '@basalt/contract/installation-backups/installation-backups.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { runJob } from '../jobs/jobs.queries.ts'
import { installationBackupQueries } from './installation-backups.queries.ts'
import { KeyFileCard } from './KeyFileCard.tsx'

const JOB = 'installation-backup'
const number = new Intl.NumberFormat('en')

/** The backups of the installation itself, for its owner. */
export function InstallationBackupsPage() {
  const { data, error, isFetching, refetch } = useQuery(installationBackupQueries.overview())
  if (data) return <Contents overview={data} />
  if (error)
    return (
      <ErrorPanel
        title="Failed to load the backups"
        message={error.message}
        requestId={requestIdOf(error)}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  return <Skeleton className="h-96 w-full" />
}

function Contents({ overview }: { overview: InstallationBackups }) {
  return (
    <div className="flex flex-col gap-6">
      <BackupsCard overview={overview} />
      <KeyFileCard keyFile={overview.key} />
      {overview.is_available && (
        <Card
          title="Restore"
          description="Run this on the new machine, in a checkout of Basalt with an empty data directory."
          footer={
            <TextLink render={<Link to="/docs/$guide" params={{ guide: 'backups' }} />}>
              How to restore an installation
            </TextLink>
          }
        >
          <CodeBlock wrap label="Restore command" code={`npm run restore -- ${overview.place} secrets.key`} />
        </Card>
      )}
    </div>
  )
}

function BackupsCard({
  overview: { is_available, is_encrypted, is_on_same_disk, place, backups, log_until, files },
}: {
  overview: InstallationBackups
}) {
  const { mutate: backUp, isPending } = useMutation(runJob)
  const last = backups[0]
  return (
    <Card
      title="Installation backups"
      description="Accounts, organizations, settings and keys, every hour."
      actions={
        is_available && (
          <Button icon={Archive} loading={isPending} onClick={() => backUp(JOB)}>
            Back up now
          </Button>
        )
      }
    >
      {is_available ? (
        <div className="flex flex-col gap-3">
          {is_on_same_disk && (
            <Callout tone="warning" title="On the same disk as the data">
              If this disk fails, the backups are lost with it. Set BASALT_BACKUP_URL to a folder on another
              disk, or to a bucket.
            </Callout>
          )}
          {last?.problem && (
            <Callout tone="critical" title="The last backup cannot be restored">
              {last.problem}
            </Callout>
          )}
          <DescriptionList
            items={[
              { label: 'Place', value: place, copy: place },
              { label: 'Last backup', value: last ? <LastBackup backup={last} /> : 'None yet' },
              {
                label: 'Changes since',
                value:
                  log_until === null ? (
                    'Received from the first backup on'
                  ) : (
                    <span>
                      Received until <When time={log_until} />
                    </span>
                  ),
              },
              { label: 'Kept', value: keptText(backups) },
              {
                label: 'Encrypted',
                value: is_encrypted ? 'With the key file' : 'No. Set BASALT_BACKUP_ENCRYPTION to on.',
              },
              { label: 'Files of projects', value: <CopiedFiles files={files} /> },
            ]}
          />
        </div>
      ) : (
        <Callout title="Back up your own PostgreSQL">
          BASALT_METADATA_URL names a database of your own, which has backups of its own. Keep them with the
          key file: they belong together.
        </Callout>
      )}
    </Card>
  )
}

function LastBackup({
  backup: { completed_at, size_bytes, checked_at, restore_seconds },
}: {
  backup: InstallationBackups['backups'][number]
}) {
  return (
    <span>
      <When time={completed_at} />, {formatBytes(size_bytes)}
      {checked_at === null
        ? ', being checked'
        : restore_seconds !== null && `, restored and checked in ${restore_seconds.toFixed(1)} s`}
    </span>
  )
}

function CopiedFiles({ files }: { files: InstallationBackups['files'] }) {
  if (files === null) return 'In S3, and not copied'
  if (files.copied_at === null) return 'Copied with the first backup'
  return (
    <span>
      {number.format(files.count)} copied <When time={files.copied_at} />
    </span>
  )
}

const keptText = ({ length }: InstallationBackups['backups']) =>
  `${length === 0 ? '' : `${number.format(length)} now: `}one per hour for a day, one per day for a week`
