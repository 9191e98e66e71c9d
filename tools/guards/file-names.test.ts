import { expect, test } from 'vitest'
import { fileNames } from './file-names.ts'
import { planted } from './planted.ts'

const refused = (path: string, text = '') => fileNames.check(planted({ [path]: text })).broken

test.each([
  ['a name that says nothing', 'apps/server/src/http/utils.ts', '', 'does not say'],
  ['camelCase', 'apps/server/src/http/errorEdge.ts', '', 'kebab-case'],
  ['snake_case', 'apps/server/src/http/error_edge.ts', '', 'kebab-case'],
  ['an unknown role', 'apps/server/src/features/projects/projects.manager.ts', '', '"manager" is not one'],
  ['a component in a .ts file', 'apps/dashboard/src/ui/Button.ts', '', '.tsx file'],
  [
    'a component file that exports another name',
    'apps/dashboard/src/ui/Button.tsx',
    'export const Knob = 1',
    'export Button',
  ],
])('%s is refused', (_name, path, text, said) => {
  expect(refused(path, text)).toHaveLength(1)
  expect(refused(path, text)[0]).toContain(said)
})

test.each([
  ['packages/contract/src/projects/projects.endpoints.ts', ''],
  ['packages/contract/src/projects/projects.rules.test.ts', ''],
  ['packages/sql/src/split-statements.fuzz.test.ts', ''],
  ['apps/server/src/http/error-edge.ts', ''],
  ['apps/dashboard/src/ui/Button.tsx', 'export function Button() {}'],
  ['apps/dashboard/src/ui/Grid.tsx', 'export const Grid = memo(() => null)'],
  ['apps/dashboard/src/ui/Button.test.tsx', ''],
  ['apps/dashboard/src/routes/project.$ref.sql.tsx', ''],
  ['e2e/first-journey.mobile.e2e.ts', ''],
])('%s is a good name', (path, text) => {
  expect(refused(path, text)).toEqual([])
})
