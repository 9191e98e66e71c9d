import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'

/** Opens the form of a new table in a schema. */
export function NewTableButton({
  schema,
  refusal,
}: {
  schema: string
  /** Why the member cannot create one. */
  refusal: string | undefined
}) {
  const navigate = useNavigate()
  return (
    <Button
      size="sm"
      icon={Plus}
      onClick={() =>
        void navigate({
          to: '.',
          search: (known: object) => ({
            ...known,
            schema,
            panel: 'new',
            table: undefined,
            column: undefined,
          }),
        })
      }
      {...(refusal !== undefined && { reason: refusal })}
    >
      New table
    </Button>
  )
}
