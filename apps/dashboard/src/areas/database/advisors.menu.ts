import { Lightbulb } from 'lucide-react'
import type { MenuContext, MenuGroup, RailEntry } from '../../app/menus/menu.port.ts'

export const advisorsLine = ({ advisorDot }: MenuContext): RailEntry => ({
  key: 'advisors',
  label: 'Advisors',
  icon: Lightbulb,
  letter: 'v',
  route: '/project/$ref/advisors/security',
  ...(advisorDot && { dot: advisorDot }),
})

/** The menu of a project's Advisors section. */
export const advisorsMenu = (_context: MenuContext): readonly MenuGroup[] => [
  {
    title: 'Advisors',
    entries: [
      { key: 'security', label: 'Security Advisor', route: '/project/$ref/advisors/security' },
      { key: 'performance', label: 'Performance Advisor', route: '/project/$ref/advisors/performance' },
      {
        key: 'query-performance',
        label: 'Query Performance',
        route: '/project/$ref/reports/query-performance',
      },
    ],
  },
]
