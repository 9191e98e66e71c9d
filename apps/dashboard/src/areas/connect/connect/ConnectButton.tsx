import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { connectQueries } from './connect.queries.ts'
import { connectRefusal } from './connect-button.rules.ts'

/** Opens the Connect dialog on any page of a project. */
export function ConnectButton({ project }: { project: Project }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const refusal = connectRefusal(project.status)
  /** Loads what the dialog needs while the pointer approaches the button. */
  const prepare = () => {
    if (refusal !== undefined) return
    // Only a prefetch: the click loads the dialog itself and reports a failure.
    import('./ConnectDialog.tsx').catch(() => undefined)
    client.prefetchQuery(connectQueries.databases(project.ref))
    client.prefetchQuery(connectQueries.poolers(project.ref))
  }
  return (
    <Button
      icon={Plug}
      reason={refusal}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void navigate({ to: '.', search: (search) => ({ ...search, showConnect: true }) })}
      className="mr-1 max-sm:hidden"
    >
      Connect
    </Button>
  )
}
