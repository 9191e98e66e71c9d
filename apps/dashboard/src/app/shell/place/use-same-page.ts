import { useNavigate, useRouter } from '@tanstack/react-router'
import { samePageInOrganization, samePageInProject } from './same-page.rules.ts'

/** Returns functions that open the current page in another project or organization. */
export function useSamePage() {
  const router = useRouter()
  const navigate = useNavigate()
  const open = (pathOf: typeof samePageInProject, id: string) => {
    const { pathname } = router.state.location
    return void navigate({ to: pathOf(id, pathname, new Set(Object.keys(router.routesByPath))) })
  }
  return {
    openProject: (ref: string) => open(samePageInProject, ref),
    openOrganization: (slug: string) => open(samePageInOrganization, slug),
  }
}
