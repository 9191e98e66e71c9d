import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Tab } from '../../../app/editor-tabs/tab.port.ts'
import { sqlTabId } from '../../../app/editor-tabs/tab.port.ts'
import { useTabs } from '../../../app/editor-tabs/tabs.port.ts'
import { NEW_SNIPPET } from '../snippets/editor/new-snippet.ts'

/** The tab of a query. */
export const sqlTab = (id: string, label: string, isPreview: boolean): Tab => ({
  id: sqlTabId(id),
  type: 'sql',
  label,
  isPreview,
  metadata: { sqlId: id },
})

/** Navigation between queries. */
export function useSqlNavigation(ref: string) {
  const navigate = useNavigate()
  const { actions } = useTabs(ref)
  return useMemo(() => {
    const go = (id: string, options: { replace?: boolean; folder?: string | undefined } = {}) =>
      navigate({
        to: '/project/$ref/sql/$id',
        params: { ref, id },
        search: options.folder === undefined ? {} : { folder: options.folder },
        ...(options.replace && { replace: true }),
      })
    return {
      go,
      goNew: (folder?: string) => void go(NEW_SNIPPET, { folder }),
      goHome: () => void navigate({ to: '/project/$ref/sql', params: { ref }, search: { skip: true } }),
      /** Opens a query in a permanent tab. */
      open({ id, name }: { id: string; name: string }) {
        actions.open(sqlTab(id, name, false))
        void go(id)
      },
    }
  }, [navigate, ref, actions])
}
