import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useNavigate } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { Button } from '../../ui/controls/Button.tsx'
import { connectRefusal } from './connect-button.rules.ts'

/** Opens the dialog over whatever page of the project is open. */
export function ConnectButton({ project }: { project: Project }) {
  const navigate = useNavigate()
  return (
    <Button
      icon={Plug}
      reason={connectRefusal(project.status)}
      onClick={() => void navigate({ to: '.', search: (search) => ({ ...search, showConnect: true }) })}
      className="mr-1 max-sm:hidden"
    >
      Connect
    </Button>
  )
}
