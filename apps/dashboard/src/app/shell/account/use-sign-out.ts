import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../../areas/account/access/access.queries.ts'
import { forgetProjects } from '../../../areas/project/projects/recent-projects.state.ts'
import { forgetPlace } from '../place/last-place.state.ts'

/** Returns a function that ends the session and opens the sign-in page. */
export function useSignOut() {
  const navigate = useNavigate()
  const { mutate } = useMutation(signOut)
  return () =>
    mutate(undefined, {
      onSuccess: () => {
        forgetPlace()
        forgetProjects()
        navigate({ to: '/sign-in' })
      },
    })
}
