import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'

export const analyzeSlice = ({ databases }: Platform): Slice => ({
  jobs: [
    {
      name: 'analyze',
      title: 'Refresh the statistics of tables',
      schedule: '0 3 * * *',
      forProjects: 'only-if-awake',
      run: ({ ref }) => databases.asAdmin.sessionIfAwake(ref, (client) => client.query('analyze')),
    },
  ],
})
