/** What the reports that every project has are called. The shell needs no more of them. */
export const presetReportTitles = {
  database: 'Database',
  api: 'API',
  storage: 'Storage',
  auth: 'Auth',
  pooler: 'Pooler',
} as const
export type PresetReport = keyof typeof presetReportTitles

export const presetReportOf = (name: string): PresetReport | undefined =>
  Object.hasOwn(presetReportTitles, name) ? (name as PresetReport) : undefined
