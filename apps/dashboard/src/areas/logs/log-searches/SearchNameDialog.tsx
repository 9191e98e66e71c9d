import { LOG_SEARCH_NAME_MAX } from '@basalt/contract/log-searches/log-searches.rules.ts'
import { LogSearchName } from '@basalt/contract/log-searches/log-searches.schema.ts'
import { formFailure } from '../../../api/form-failure.ts'
import { NameDialog } from '../../../ui/dialog/NameDialog.tsx'

const describeError = formFailure(['name'])

export interface SearchNameDialogProps {
  open: boolean
  close: () => void
  onSubmit: (name: string) => Promise<unknown>
}

/** Asks for the name of a search that is saved. */
export function SearchNameDialog({ open, close, onSubmit }: SearchNameDialogProps) {
  return (
    <NameDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Save search"
      size="sm"
      action="Save search"
      hint="Everybody in the project can use it."
      maxLength={LOG_SEARCH_NAME_MAX}
      schema={LogSearchName}
      describeError={describeError}
      onSubmit={onSubmit}
    />
  )
}
