import { isPageOutdated } from '@basalt/contract/releases/releases.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { closeToast, toast } from '../../../ui/feedback/toast.ts'
import { releaseQueries } from './releases.queries.ts'

const ID = 'new-version'
const reload = () => location.reload()

/** Offers to reload the page once the deployed build is at least a day newer than the page's. */
export function useRefreshToast(refresh = reload) {
  const { data } = useQuery(releaseQueries.deployment())
  const deployed = data?.commitTime ?? null
  const [first, setFirst] = useState(deployed)
  if (first === null && deployed !== null) setFirst(deployed)
  const isOutdated = isPageOutdated(first, deployed)
  useEffect(() => {
    // Repeated for each further build, also after "Not now".
    if (!isOutdated || deployed === null) return
    toast({
      id: ID,
      lasting: true,
      title: 'A new version of this page is available',
      description: (
        <div className="mt-2 flex gap-2">
          <Button size="sm" variant="primary" onClick={refresh}>
            Refresh
          </Button>
          <Button size="sm" variant="ghost" onClick={() => closeToast(ID)}>
            Not now
          </Button>
        </div>
      ),
    })
  }, [isOutdated, deployed, refresh])
}
