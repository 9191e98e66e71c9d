import { Plus } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'

/** Begins a new object. */
export const CreateButton = ({
  one,
  refusal,
  onClick,
}: {
  /** Such as `type`. */
  one: string
  /** Why the member cannot create one. */
  refusal: string | undefined
  onClick: () => void
}) => (
  <Button variant="primary" icon={Plus} onClick={onClick} {...(refusal !== undefined && { reason: refusal })}>
    {`New ${one}`}
  </Button>
)
