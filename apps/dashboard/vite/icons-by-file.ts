import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const LIST = new URL('../lucide-react.mjs', import.meta.resolve('lucide-react/icons/x'))
const EXPORTED = /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g
const IMPORTED = /import \{([^}]*)\} from 'lucide-react'/g

/** The file of each icon, by every name it has. */
export function iconFiles(list: string): ReadonlyMap<string, string> {
  return new Map(
    [...list.matchAll(EXPORTED)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
}

/** The code with each icon imported from its own file. */
export function withIconsByFile(
  code: string,
  files: ReadonlyMap<string, string>,
  address: (file: string) => string,
): string {
  return code.replace(IMPORTED, (_all, names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => {
        const [icon = '', local = icon] = name.split(' as ')
        const file = files.get(icon)
        if (file === undefined) throw new Error(`There is no icon ${icon}`)
        return `import ${local} from ${JSON.stringify(address(file))}`
      })
      .join(';'),
  )
}

/**
 * Imports each icon from its own file while building. From the list of all of them every icon would seem to be needed
 * by whatever needs one, and so by the first page.
 */
export function iconsByFile(): Plugin {
  const list = LIST
  const files = iconFiles(readFileSync(list, 'utf8'))
  const address = (file: string) => fileURLToPath(new URL(file, LIST))
  return {
    name: 'icons-by-file',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: { exclude: /\/node_modules\// }, code: /from 'lucide-react'/ },
      handler: (code) => ({ code: withIconsByFile(code, files, address), map: null }),
    },
  }
}
