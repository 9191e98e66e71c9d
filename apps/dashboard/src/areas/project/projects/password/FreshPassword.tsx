import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { dropFreshPassword, freshPassword } from './fresh-password.ts'

/** Right after creation: the password once more, until its owner says it is saved. */
export function FreshPassword({ projectRef }: { projectRef: string }) {
  const client = useQueryClient()
  const { data: password } = useQuery(freshPassword(projectRef))
  if (!password) return null
  return (
    <Callout
      tone="warning"
      title="Save the database password"
      action={<Button onClick={() => dropFreshPassword(client, projectRef)}>I have saved it</Button>}
    >
      <p>
        Only this browser tab still knows it, until you reload or close the tab. It cannot be shown again.
      </p>
      <CodeBlock code={password} label="Database password" className="mt-2 max-w-md" />
    </Callout>
  )
}
