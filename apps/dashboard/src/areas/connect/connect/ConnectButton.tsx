import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { connectQueries } from './connect.queries.ts'
import { connectRefusal } from './connect-button.rules.ts'

/** Opens the dialog over whatever page of the project is open. */
export function ConnectButton({ project }: { project: Project }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const refusal = connectRefusal(project.status)
  /** Loads what the dialog needs while the pointer approaches the button. */
  const prepare = () => {
    if (refusal !== undefined) return
    // Only ahead of the click, which loads the dialog itself and shows why when it cannot.
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
