import { Skeleton } from '../feedback/Skeleton.tsx'
import { CodeBlock } from '../text/CodeBlock.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'

/** Asks for confirmation of a change of the database, and shows the SQL that it runs. */
export const SqlConfirmDialog = ({
  statements,
  children,
  ...dialog
}: ConfirmDialogProps & {
  /** Without semicolons; undefined while they are being written. */
  statements: readonly string[] | undefined
}) => (
  <ConfirmDialog {...dialog} isLoading={statements === undefined}>
    <div className="flex flex-col gap-3">
      {children}
      {statements === undefined ? (
        <Skeleton className="h-9.5 w-full" />
      ) : (
        statements.length > 0 && (
          <CodeBlock label="SQL of this change" code={statements.map((sql) => `${sql};`).join('\n')} wrap />
        )
      )}
    </div>
  </ConfirmDialog>
)
