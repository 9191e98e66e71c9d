import { TABLE_VIEW_NAME_MAX } from '@basalt/contract/table-views/table-views.rules.ts'
import { NewTableView } from '@basalt/contract/table-views/table-views.schema.ts'
import { formFailure } from '../../../api/form-failure.ts'
import { NameDialog } from '../../../ui/dialog/NameDialog.tsx'

const describeError = formFailure(['name'])

export interface ViewNameDialogProps {
  open: boolean
  close: () => void
  title: 'Save as view' | 'Rename view'
  name: string
  onSubmit: (name: string) => Promise<unknown>
}

/** Asks for the name of a new view, or for another one. */
export function ViewNameDialog({ open, close, title, name, onSubmit }: ViewNameDialogProps) {
  return (
    <NameDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={title}
      size="sm"
      action={title === 'Save as view' ? 'Save view' : 'Rename view'}
      hint="Everybody in the project can use this view."
      initial={name}
      maxLength={TABLE_VIEW_NAME_MAX}
      schema={NewTableView.shape.name}
      describeError={describeError}
      onSubmit={onSubmit}
    />
  )
}
