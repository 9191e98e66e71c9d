import { MIGRATION_NAME_MAX, migrationFileName } from '@basalt/contract/migrations/migrations.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { formFailure } from '../../../api/form-failure.ts'
import { downloadFile } from '../../../lib/download.ts'
import { NameDialog } from '../../../ui/dialog/NameDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { MigrationFields } from '../migrations/migration-fields.schema.ts'
import { markApplied } from '../migrations/migrations.queries.ts'

const describeError = formFailure(['name'])

/** Records the difference as a migration that this database has, and downloads its file. */
export function DriftMigrationDialog({
  projectRef,
  sql,
  onMade,
  ...dialog
}: {
  projectRef: string
  sql: string
  onMade: () => void
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const record = useMutation(markApplied(projectRef))
  return (
    <NameDialog
      {...dialog}
      title="Make a migration"
      description="Recorded as applied here, where the changes exist, and downloaded as a file."
      hint="The file’s name begins with the time."
      placeholder="catch_up"
      action="Make migration"
      maxLength={MIGRATION_NAME_MAX}
      schema={MigrationFields.shape.name}
      describeError={describeError}
      onSubmit={async (name) => {
        const { version } = await record.mutateAsync({ name, sql })
        downloadFile(migrationFileName(version, name), 'application/sql', [`${sql}\n`])
        toast({ tone: 'success', title: 'Migration made and recorded' })
        onMade()
      }}
    />
  )
}
