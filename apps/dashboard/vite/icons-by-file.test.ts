import { expect, test } from 'vitest'
import { iconFiles, withIconsByFile } from './icons-by-file.ts'

const files = iconFiles(`
export { default as Archive, default as ArchiveIcon } from './icons/archive.mjs';
export { default as X } from './icons/x.mjs';
`)
const rewritten = (code: string) => withIconsByFile(code, files, (file) => file.replace('.', '/lucide'))

test('icons are imported from their own files, by whichever of their names', () => {
  expect(rewritten("import { ArchiveIcon, X as Cross } from 'lucide-react'\nconst a = 1")).toBe(
    'import ArchiveIcon from "/lucide/icons/archive.mjs";import Cross from "/lucide/icons/x.mjs"\nconst a = 1',
  )
  expect(rewritten("import {\n  X,\n  type LucideIcon,\n} from 'lucide-react'")).toBe(
    'import X from "/lucide/icons/x.mjs"',
  )
})

test('other imports stay, and an icon that does not exist stops the build', () => {
  expect(rewritten("import { X } from './x.ts'")).toBe("import { X } from './x.ts'")
  expect(() => rewritten("import { Yacht } from 'lucide-react'")).toThrow('There is no icon Yacht')
})
