import { type PresetReport, presetReportTitles } from '@basalt/contract/metrics/preset-reports.rules.ts'
import { ChartNoAxesColumn } from 'lucide-react'
import {
  given,
  type MenuContext,
  type MenuEntry,
  type MenuGroup,
  type RailEntry,
} from '../../app/menus/menu.port.ts'

export const reportsLine: RailEntry = {
  key: 'reports',
  label: 'Reports',
  icon: ChartNoAxesColumn,
  letter: 'e',
  route: '/project/$ref/reports',
}

const preset = (id: PresetReport): MenuEntry => ({
  key: id,
  label: presetReportTitles[id],
  route: '/project/$ref/reports/$report',
  leadsTo: `/project/$ref/reports/${id}`,
})

/** The menu of a project's Reports section. */
export const reportsMenu = ({ offers, edition }: MenuContext): readonly MenuGroup[] =>
  edition === 'platform' && offers('reports:all')
    ? [
        {
          title: 'Reports',
          entries: [
            { key: 'all', label: 'All reports', route: '/project/$ref/reports', pages: [''] },
            {
              key: 'query-performance',
              label: 'Query Performance',
              route: '/project/$ref/reports/query-performance',
              leavesSection: true,
            },
          ],
        },
        {
          title: 'Built in',
          entries: [
            preset('database'),
            preset('api'),
            ...given(offers('project_storage:all'), preset('storage')),
            ...given(offers('project_auth:all'), preset('auth')),
            preset('pooler'),
          ],
        },
      ]
    : []
